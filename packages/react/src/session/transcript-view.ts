/**
 * The transcript of a session as React reads it: the topics that a change touches, and the ids of the entries in order.
 *
 * Updates are applied at once; listeners are called once per frame, and only those of what has changed. The list of ids
 * is the same array while only contents change.
 */
import { TranscriptStore, withoutEarlier, type Change, type KeptPart, type Transcript } from '@acp-stack/transcript';

import type { Topics } from '../notify/topics.ts';

export const topicOf = {
  transcript: 'transcript',
  entries: 'entries',
  entry: (id: string): string => `entry ${id}`,
  terminal: (id: string): string => `terminal ${id}`,
} as const;

const summaryKinds: ReadonlySet<Change['kind']> = new Set<Change['kind']>([
  'state-changed',
  'info-changed',
  'permission-added',
  'permission-removed',
  'elicitation-added',
  'elicitation-removed',
]);

export class TranscriptView {
  readonly store: TranscriptStore = new TranscriptStore();
  readonly #topics: Topics;
  readonly #onSummary: () => void;
  #ids: readonly string[] = [];
  #isStale = false;

  /** `onSummary` is called when something has changed that a list of sessions shows. */
  constructor(topics: Topics, onSummary: () => void) {
    this.#topics = topics;
    this.#onSummary = onSummary;
    this.store.subscribe(this.#changed);
  }

  get transcript(): Transcript {
    return this.store.snapshot();
  }

  get isEmpty(): boolean {
    return this.transcript.entries.size === 0;
  }

  /** The ids of the entries in order. */
  get entryIds(): readonly string[] {
    if (!this.#isStale) return this.#ids;
    this.#isStale = false;
    const ids = this.transcript.entries.toArray().map(({ id }) => id);
    const isSame = ids.length === this.#ids.length && ids.every((id, index) => id === this.#ids[index]);
    if (!isSame) this.#ids = ids;
    return this.#ids;
  }

  /** Replaces the transcript, whose entries may have another order from now on. */
  replace(transcript: Transcript): void {
    this.store.reset(transcript);
    this.#entriesChanged();
  }

  /** Leaves out the oldest part of a long transcript; returns whether there was any. */
  forgetEarlier(kept: KeptPart): boolean {
    const before = this.transcript;
    const after = withoutEarlier(before, kept);
    if (after !== before) this.replace(after);
    return after !== before;
  }

  readonly #changed = (changes: readonly Change[]): void => {
    this.#topics.touch(topicOf.transcript);
    if (changes.some(({ kind }) => summaryKinds.has(kind))) this.#onSummary();
    for (const change of changes) {
      if (change.kind === 'entry-added' || change.kind === 'entry-removed') this.#entriesChanged();
      if (change.kind.startsWith('entry-')) this.#topics.touch(topicOf.entry((change as { id: string }).id));
      else if (change.kind.startsWith('terminal-')) {
        this.#topics.touch(topicOf.terminal((change as { id: string }).id));
      }
    }
  };

  #entriesChanged(): void {
    this.#isStale = true;
    this.#topics.touch(topicOf.entries);
  }
}
