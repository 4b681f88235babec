/**
 * Compares a transcript with a golden one.
 *
 * Times are ignored. Request ids are compared by the side and the order of the requests, not by their value. A
 * placeholder such as `<session>` in the golden transcript stands for any value, and for the same value everywhere;
 * `<any>` stands for anything.
 */
import { isObject, joinPath, preview } from '../matching/matcher.ts';
import { messageText } from '../matching/message-text.ts';
import { align } from './sequence-alignment.ts';
import { Transcript, type Direction, type TranscriptEntry } from './transcript.ts';

/** A golden transcript: its text, or its entries; times are optional. */
export type Golden = string | Transcript | readonly GoldenEntry[];

/** One expected entry. */
export type GoldenEntry = { readonly direction: Direction } & (
  | { readonly message: unknown }
  | { readonly problem: string }
  | { readonly end: string | true }
);

/** Options of a comparison. */
export interface GoldenOptions {
  /**
   * What is ignored: paths inside a message such as `params._meta` or `result.sessions.*.updatedAt`, where `*` is any
   * one key, or a function that returns true for entries to leave out on both sides.
   */
  readonly ignore?: readonly (string | ((entry: GoldenEntry) => boolean))[];
}

/** The differences, one readable string each; empty if there are none. */
export function expectTranscript(transcript: Transcript, golden: Golden, options: GoldenOptions = {}): string[] {
  const ignore = options.ignore ?? [];
  const isLeftOut = (entry: GoldenEntry): boolean => ignore.some((rule) => typeof rule === 'function' && rule(entry));
  const paths = ignore.flatMap((rule) => (typeof rule === 'string' ? [rule.split('.')] : []));
  const wanted = goldenEntries(golden).filter((entry) => !isLeftOut(entry));
  const found = transcript.entries.filter((entry) => !isLeftOut(entry));
  const comparison = new Comparison(paths);
  const problems = align(wanted, found, (left, right) => shape(left) === shape(right)).flatMap(({ left, right }) => {
    if (left === undefined) return right === undefined ? [] : [`unexpected: ${entryText(right)}`];
    if (right === undefined) return [`missing: ${entryText(left)}`];
    return comparison.entries(left, right).map((problem) => `${entryText(left)}\n  ${problem}`);
  });
  if (transcript.missing > 0) problems.push(`the transcript was full: ${transcript.missing} entries are missing`);
  return problems;
}

/** The text of a golden transcript that `transcript` matches: without times, with placeholders for request ids. */
export function goldenText(transcript: Transcript): string {
  const names = new Map<string, string>();
  const lines = transcript.entries.map((entry) => {
    const { direction } = entry;
    if (!('message' in entry))
      return 'end' in entry ? { direction, end: entry.end } : { direction, problem: entry.problem };
    return { direction, message: withNamedId(entry.message, direction, names) };
  });
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

function withNamedId(message: unknown, direction: Direction, names: Map<string, string>): unknown {
  if (!isObject(message) || message['id'] === undefined || message['id'] === null) return message;
  const asker = 'method' in message ? direction : opposite(direction);
  const key = `${asker} ${JSON.stringify(message['id'])}`;
  const name = names.get(key) ?? `<id ${names.size + 1}>`;
  names.set(key, name);
  return { ...message, id: name };
}

function goldenEntries(golden: Golden): readonly GoldenEntry[] {
  if (golden instanceof Transcript) return golden.entries;
  if (typeof golden !== 'string') return golden;
  return golden
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as GoldenEntry);
}

const opposite = (direction: Direction): Direction => (direction === 'in' ? 'out' : 'in');

/** Two entries are compared only if they share this. */
function shape(entry: GoldenEntry): string {
  if ('end' in entry) return `${entry.direction} end`;
  if ('problem' in entry) return `${entry.direction} problem`;
  const { message } = entry;
  if (!isObject(message)) return `${entry.direction} value`;
  const kind =
    'method' in message ? `${'id' in message ? 'request' : 'notification'} ${String(message['method'])}` : 'response';
  return `${entry.direction} ${kind}`;
}

const entryText = (entry: GoldenEntry | TranscriptEntry): string => {
  if ('message' in entry) return `${entry.direction} ${messageText(entry.message)}`;
  return 'end' in entry ? `${entry.direction} end` : `${entry.direction} unreadable input`;
};

/** One comparison, with the values of the placeholders. */
class Comparison {
  readonly #ignored: readonly (readonly string[])[];
  readonly #meanings = new Map<string, unknown>();
  /** The golden request id of each id that was found, by the side that sent the request. */
  readonly #ids = new Map<string, string>();

  constructor(ignored: readonly (readonly string[])[]) {
    this.#ignored = ignored;
  }

  entries(wanted: GoldenEntry, found: GoldenEntry): string[] {
    if ('end' in wanted && 'end' in found) return this.#values(wanted.end, found.end, ['end']);
    if ('problem' in wanted && 'problem' in found) return this.#values(wanted.problem, found.problem, ['problem']);
    if (!('message' in wanted) || !('message' in found)) return ['is of another kind'];
    if (!isObject(wanted.message) || !isObject(found.message)) return this.#values(wanted.message, found.message, []);
    const { id: wantedId, ...wantedRest } = wanted.message;
    const { id: foundId, ...foundRest } = found.message;
    const asker = 'method' in wanted.message ? wanted.direction : opposite(wanted.direction);
    return [...this.#sameId(asker, wantedId, foundId), ...this.#values(wantedRest, foundRest, [])];
  }

  #sameId(asker: Direction, wanted: unknown, found: unknown): string[] {
    if (wanted === undefined || found === undefined || wanted === null || found === null)
      return this.#values(wanted, found, ['id']);
    const there = `${asker} golden ${JSON.stringify(wanted)}`;
    const here = `${asker} found ${JSON.stringify(found)}`;
    const known = this.#ids.get(there);
    const used = this.#ids.get(here);
    if (known === undefined && used === undefined) {
      this.#ids.set(there, here);
      this.#ids.set(here, there);
      return [];
    }
    return known === here ? [] : [`id: ${preview(found)} belongs to another request than ${preview(wanted)}`];
  }

  #values(wanted: unknown, found: unknown, path: readonly string[]): string[] {
    if (this.#isIgnored(path)) return [];
    const placeholder = placeholderOf(wanted);
    if (placeholder !== undefined) return this.#stands(placeholder, found, path);
    if (Array.isArray(wanted) && Array.isArray(found)) return this.#lists(wanted, found, path);
    if (!isObject(wanted) || !isObject(found)) return Object.is(wanted, found) ? [] : [differs(path, wanted, found)];
    const keys = new Set([...Object.keys(wanted), ...Object.keys(found)]);
    return [...keys].flatMap((key) => this.#values(wanted[key], found[key], [...path, key]));
  }

  #lists(wanted: readonly unknown[], found: readonly unknown[], path: readonly string[]): string[] {
    const length = Math.max(wanted.length, found.length);
    return Array.from({ length }).flatMap((_, index) =>
      this.#values(wanted[index], found[index], [...path, String(index)]),
    );
  }

  #stands(placeholder: string, found: unknown, path: readonly string[]): string[] {
    if (found === undefined) return [differs(path, placeholder, found)];
    if (placeholder === '<any>') return [];
    if (!this.#meanings.has(placeholder)) {
      this.#meanings.set(placeholder, found);
      return [];
    }
    const meaning = this.#meanings.get(placeholder);
    if (JSON.stringify(meaning) === JSON.stringify(found)) return [];
    return [`${pathText(path)}: ${placeholder} was ${preview(meaning)} before, found ${preview(found)}`];
  }

  #isIgnored(path: readonly string[]): boolean {
    return this.#ignored.some(
      (pattern) => pattern.length === path.length && pattern.every((key, index) => key === '*' || key === path[index]),
    );
  }
}

const placeholderOf = (value: unknown): string | undefined =>
  typeof value === 'string' && /^<[\w -]+>$/.test(value) ? value : undefined;

const pathText = (path: readonly string[]): string => path.reduce(joinPath, '');

const differs = (path: readonly string[], wanted: unknown, found: unknown): string =>
  `${pathText(path)}: expected ${preview(wanted)}, found ${preview(found)}`;
