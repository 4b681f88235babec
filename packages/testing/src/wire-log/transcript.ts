/**
 * What crossed a channel, in order: messages, unreadable input, and ends.
 *
 * Serialized as one line of JSON per entry. A full transcript only counts further entries.
 */
import { isObject } from '../matching/matcher.ts';

/** The direction, seen from the owner of the recorder. */
export type Direction = 'in' | 'out';

interface Moment {
  /** The direction. */
  readonly direction: Direction;
  /** Monotonic time in milliseconds. */
  readonly monotonic: number;
  /** The time of day in milliseconds. */
  readonly wall: number;
}

/** One entry. */
export type TranscriptEntry = Moment &
  (
    | { readonly message: unknown }
    /** Input that could not be read. */
    | { readonly problem: string }
    /** The end of the connection; a string is the error. */
    | { readonly end: string | true }
  );

const defaultLimit = 100_000;

/** What crossed a channel, in order. */
export class Transcript implements Iterable<TranscriptEntry> {
  readonly #entries: TranscriptEntry[] = [];
  readonly #limit: number;
  #missing = 0;

  constructor({ limit = defaultLimit }: { readonly limit?: number } = {}) {
    this.#limit = limit;
  }

  /** The entries, oldest first. */
  get entries(): readonly TranscriptEntry[] {
    return this.#entries;
  }

  /** How many entries came after the transcript was full. */
  get missing(): number {
    return this.#missing;
  }

  /** The messages alone, of one direction or both. */
  messages(direction?: Direction): unknown[] {
    return this.#entries
      .filter((entry) => direction === undefined || entry.direction === direction)
      .flatMap((entry) => ('message' in entry ? [entry.message] : []));
  }

  /** Adds an entry. */
  add(entry: TranscriptEntry): void {
    if (this.#entries.length < this.#limit) this.#entries.push(entry);
    else this.#missing += 1;
  }

  [Symbol.iterator](): Iterator<TranscriptEntry> {
    return this.#entries[Symbol.iterator]();
  }

  /** One line of JSON for each entry. */
  toNdjson(): string {
    const lines: string[] = this.#entries.map((entry) => JSON.stringify(entry));
    if (this.#missing > 0) lines.push(JSON.stringify({ missing: this.#missing }));
    return lines.map((line) => `${line}\n`).join('');
  }

  /** Reads what `toNdjson` wrote; throws if a line is something else. */
  static fromNdjson(text: string): Transcript {
    const transcript = new Transcript({ limit: Infinity });
    for (const [index, line] of text.split('\n').entries()) {
      if (line.trim() === '') continue;
      const value = parsed(line);
      if (isObject(value) && typeof value['missing'] === 'number') transcript.#missing = value['missing'];
      else if (isEntry(value)) transcript.add(value);
      else throw new SyntaxError(`Line ${index + 1} is not an entry of a transcript.`);
    }
    return transcript;
  }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function isEntry(value: unknown): value is TranscriptEntry {
  if (!isObject(value)) return false;
  const { direction, monotonic, wall } = value;
  if (direction !== 'in' && direction !== 'out') return false;
  if (typeof monotonic !== 'number' || typeof wall !== 'number') return false;
  return (
    'message' in value ||
    typeof value['problem'] === 'string' ||
    value['end'] === true ||
    typeof value['end'] === 'string'
  );
}
