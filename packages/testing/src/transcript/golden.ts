/**
 * Compares a transcript with the one that is known to be right.
 *
 * Times never count. Ids of requests count by who asked and in which order, not by their spelling. A text such as `<session>` in the
 * golden transcript stands for any value, the same one wherever it is written again; `<any>` stands for anything.
 */
import { isObject, joinPath, preview } from '../matching/matcher.ts';
import { messageText } from '../matching/message-text.ts';
import { align } from './sequence-alignment.ts';
import { Transcript, type Direction, type TranscriptEntry } from './transcript.ts';

/** A golden transcript: its text, or its entries; times may be left out. */
export type Golden = string | Transcript | readonly GoldenEntry[];

/** One thing that has to cross. */
export type GoldenEntry = { readonly direction: Direction } & (
  | { readonly message: unknown }
  | { readonly problem: string }
  | { readonly end: string | true }
);

/** What a comparison leaves out. */
export interface GoldenOptions {
  /**
   * What does not count: paths inside a message such as `params._meta` or `result.sessions.*.updatedAt`, where `*` is any one key, or
   * a function that says which entries are left out on both sides.
   */
  readonly ignore?: readonly (string | ((entry: GoldenEntry) => boolean))[];
}

/** What is different, readable; empty when nothing is. */
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

/** The text of a golden transcript that `transcript` fits: without times, with placeholders for the ids of requests. */
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

/** What two entries have to share to be compared with each other at all. */
function shape(entry: GoldenEntry): string {
  if ('end' in entry) return `${entry.direction} end`;
  if ('problem' in entry) return `${entry.direction} problem`;
  const { message } = entry;
  if (!isObject(message)) return `${entry.direction} value`;
  const kind =
    'method' in message ? `${'id' in message ? 'request' : 'notification'} ${String(message['method'])}` : 'answer';
  return `${entry.direction} ${kind}`;
}

const entryText = (entry: GoldenEntry | TranscriptEntry): string => {
  if ('message' in entry) return `${entry.direction} ${messageText(entry.message)}`;
  return 'end' in entry ? `${entry.direction} end` : `${entry.direction} unreadable input`;
};

/** One comparison, with what each placeholder turned out to stand for. */
class Comparison {
  readonly #ignored: readonly (readonly string[])[];
  readonly #meanings = new Map<string, unknown>();
  /** Which id of the golden transcript goes with which one that was found, by asker. */
  readonly #ids = new Map<string, string>();

  constructor(ignored: readonly (readonly string[])[]) {
    this.#ignored = ignored;
  }

  entries(wanted: GoldenEntry, found: GoldenEntry): string[] {
    if ('end' in wanted && 'end' in found) return this.#values(wanted.end, found.end, ['end']);
    if ('problem' in wanted && 'problem' in found) return this.#values(wanted.problem, found.problem, ['problem']);
    if (!('message' in wanted) || !('message' in found)) return ['is something else'];
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
