/**
 * How long tool calls and thoughts took, as this page saw it.
 *
 * The protocol has no times, so only work that began while the session was open here has one; for what was read from
 * the history, a hub may have noted it. The work for a change depends on what is unfinished, not on the length of the
 * transcript.
 */
import type { Transcript } from '@acp-stack/transcript';

/** When a piece of work began and ended, in milliseconds since 1970. */
export interface Span {
  readonly start: number;
  /** Undefined while it goes on. */
  readonly end: number | undefined;
}

export class EntryTimes {
  readonly #spans = new Map<string, Span>();
  #running = new Set<string>();
  #isLive = false;

  /** The time of an entry; undefined if it was not seen from its start. */
  spanOf(id: string): Span | undefined {
    return this.#spans.get(id);
  }

  /** Notes what the transcript shows now. What is there before `isLive` first is true began at an unknown time. */
  note(transcript: Transcript, now: number, isLive: boolean): void {
    const running = runningIn(transcript);
    const isNew = this.#isLive && isLive;
    for (const id of running) {
      if (isNew && !this.#running.has(id) && !this.#spans.has(id)) this.#spans.set(id, { start: now, end: undefined });
    }
    for (const id of this.#running) {
      const span = this.#spans.get(id);
      if (!running.has(id) && span?.end === undefined && span !== undefined) this.#spans.set(id, { ...span, end: now });
    }
    this.#running = running;
    this.#isLive ||= isLive;
  }
}

/** The tool calls that have not ended, and the thought that is being written. */
function runningIn({ unfinished, entries, state }: Transcript): Set<string> {
  const running = new Set(unfinished.toArray().map(({ id }) => id));
  const last = entries.at(-1);
  if (last?.type === 'agent_thought' && state?.state !== 'idle') running.add(last.id);
  return running;
}

/** A duration in words, such as `4 s` or `2 min 5 s`. */
export function durationText(milliseconds: number): string {
  const seconds = Math.max(0, milliseconds) / 1000;
  if (seconds < 10) return `${(Math.floor(seconds * 10) / 10).toFixed(1)} s`;
  if (seconds < 60) return `${Math.floor(seconds)} s`;
  const minutes = Math.floor(seconds / 60);
  const rest = Math.floor(seconds % 60);
  if (minutes < 60) return rest === 0 ? `${minutes} min` : `${minutes} min ${rest} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
