/**
 * The sent messages of this browser, for the arrow keys: those of the session first, then those of others.
 *
 * A damaged or forbidden storage is an empty history.
 */
const key = 'acp-input-history';
const maxEntries = 500;
const longestEntry = 20_000;

interface Entry {
  readonly session: string;
  readonly text: string;
}

export class InputHistory {
  readonly #storage: Storage;

  constructor(storage: Storage) {
    this.#storage = storage;
  }

  add(session: string, text: string): void {
    if (text.trim() === '' || text.length > longestEntry) return;
    // Read again, because another tab may have added some.
    const others = this.#entries().filter((each) => each.session !== session || each.text !== text);
    try {
      this.#storage.setItem(key, JSON.stringify([...others, { session, text }].slice(-maxEntries)));
    } catch {
      // The storage is full or forbidden.
    }
  }

  /** The messages in the order in which they are offered, each once. */
  texts(session: string): readonly string[] {
    const entries = this.#entries().toReversed();
    const own = entries.filter((each) => each.session === session);
    const others = entries.filter((each) => each.session !== session);
    return [...new Set([...own, ...others].map(({ text }) => text))];
  }

  #entries(): readonly Entry[] {
    try {
      const entries: unknown = JSON.parse(this.#storage.getItem(key) ?? '[]');
      return Array.isArray(entries) ? entries.filter(isEntry) : [];
    } catch {
      return [];
    }
  }
}

const isEntry = (value: unknown): value is Entry => {
  const { session, text } = Object(value) as Partial<Entry>;
  return typeof session === 'string' && typeof text === 'string';
};

/** A walk through the history, from what is being written. */
export interface HistoryWalk {
  /** What was written before the walk. */
  readonly written: string;
  readonly texts: readonly string[];
  /** The index of the text that is shown; -1 for what was written. */
  readonly index: number;
}

/** Goes to the next older (`1`) or newer (`-1`) text; undefined if there is none. */
export function step(walk: HistoryWalk, direction: 1 | -1): HistoryWalk | undefined {
  const index = walk.index + direction;
  return index < -1 || index >= walk.texts.length ? undefined : { ...walk, index };
}

export const shownText = ({ written, texts, index }: HistoryWalk): string => texts[index] ?? written;
