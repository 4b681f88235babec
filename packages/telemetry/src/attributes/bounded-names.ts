/**
 * Bounds what peers choose freely before it becomes an attribute.
 *
 * The value of an attribute of a span is cut. For metrics that is not enough, because a collector keeps a series for
 * each value: of a name only so many different values are taken, and those that come later are `_OTHER`.
 */
import { other } from './attribute-names.ts';

/** How long a name or an id may be. */
const maxNameCharacters = 256;

/** The text, cut; undefined if the value is not a non-empty text. */
export const boundedText = (value: unknown, max: number = maxNameCharacters): string | undefined =>
  typeof value !== 'string' || value === '' ? undefined : cut(value, max);

/** The text up to a limit, without half a character at its end. */
function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  const last = text.charCodeAt(max - 1);
  const isHalf = last >= 0xd8_00 && last <= 0xdb_ff;
  // A slice would keep all of the text in memory, for as long as a span or a metric has it; what is joined is a copy.
  return [text.slice(0, isHalf ? max - 1 : max), '…'].join('');
}

/** How long an id may be under which something is remembered, and how much of a longer one is. */
const [maxKeyCharacters, keptKeyCharacters] = [1024, 1000];

/**
 * What an id is remembered by: itself, or its beginning and length. Two long ids that share both are taken for one.
 */
export const boundedKey = (id: string): string =>
  id.length <= maxKeyCharacters ? id : [id.slice(0, keptKeyCharacters), id.length].join(' ');

/** The different values that one attribute of a metric may have. */
export class BoundedNames {
  readonly #max: number;
  readonly #taken = new Set<string>();

  constructor(max: number = 100) {
    this.#max = max;
  }

  /** The value for a metric; undefined if there is none. */
  of(value: string | undefined): string | undefined {
    if (value === undefined || this.#taken.has(value)) return value;
    if (this.#taken.size >= this.#max) return other;
    this.#taken.add(value);
    return value;
  }
}

/** The value, if it is one of those that are known. */
export const knownValue = (known: ReadonlySet<string>, value: unknown): string =>
  typeof value === 'string' && known.has(value) ? value : other;
