/**
 * The listeners of a store, by topic, called once per frame for each topic that was touched.
 *
 * The work of a frame depends on what has changed and what listens to it, not on the size of the store.
 */
import type { FrameScheduler } from './frames.ts';

/** Called when something has changed. */
export type Listener = () => void;

export class Topics {
  readonly #requestFrame: FrameScheduler;
  readonly #listeners = new Map<string, Set<{ readonly listener: Listener }>>();
  readonly #touched = new Set<string>();
  #isScheduled = false;

  constructor(requestFrame: FrameScheduler) {
    this.#requestFrame = requestFrame;
  }

  /** Calls `listener` after each frame in which `topic` was touched, until the returned function is called. */
  subscribe(topic: string, listener: Listener): () => void {
    const entry = { listener };
    const entries = this.#listeners.get(topic) ?? new Set();
    this.#listeners.set(topic, entries.add(entry));
    return () => {
      entries.delete(entry);
      if (entries.size === 0 && this.#listeners.get(topic) === entries) this.#listeners.delete(topic);
    };
  }

  /** Notes that `topic` has changed; a topic without listeners costs nothing. */
  touch(topic: string): void {
    if (!this.#listeners.has(topic)) return;
    this.#touched.add(topic);
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    this.#requestFrame(this.#flush);
  }

  readonly #flush = (): void => {
    this.#isScheduled = false;
    const touched = [...this.#touched];
    this.#touched.clear();
    const failures: unknown[] = [];
    for (const topic of touched) {
      for (const { listener } of this.#listeners.get(topic) ?? []) {
        try {
          listener();
        } catch (error) {
          failures.push(error);
        }
      }
    }
    if (failures.length > 0) throw new AggregateError(failures, 'Listeners of a store failed.');
  };
}
