/**
 * The lines of a document in which something may be proposed: the next ones first, and none that the user has just
 * changed.
 */
import type { MirroredDocument } from '../documents/document-mirror.ts';
import type { Text } from '../text/text.ts';
import { indentOf } from './edit-unit.ts';
import { tokensOf } from './tokens.ts';

/** A word that a line must contain, and a further condition. */
export interface Wanted {
  readonly word: string;
  readonly test: (line: string) => boolean;
}

export interface CandidateLinesOptions {
  readonly edited: ReadonlySet<number>;
  readonly wrapsAround?: boolean;
  /** Whether the user works in another document. */
  readonly isElsewhere?: boolean;
}

/** Limits for one request: lines before and after the latest edit that are considered, and lines that are tested. */
const maxBefore = 10_000;
const maxAfter = 20_000;
const maxNear = 1000;
const maxTests = 6000;
/** Edited lines that are searched for a word. */
const maxWritten = 300;
/** Lines that are searched for a word together; the result is cached. */
const partSize = 256;

export class CandidateLines {
  readonly uri: string;
  readonly languageId: string;
  readonly isElsewhere: boolean;
  readonly #text: Text;
  /** The line after which candidates are searched. */
  readonly from: number;
  readonly #edited: ReadonlySet<number>;
  readonly #wrapsAround: boolean;
  readonly #words = new Map<string, (readonly number[])[]>();
  readonly #lines = new Map<number, string>();
  readonly #depths = new Map<number, number>();
  #tests = 0;

  /**
   * Candidates after `from` come first, then those from the start if `wrapsAround` is set; the lines in `edited` are
   * excluded.
   */
  constructor(
    document: MirroredDocument,
    from: number,
    { edited, wrapsAround = false, isElsewhere = false }: CandidateLinesOptions,
  ) {
    this.uri = document.uri;
    this.languageId = document.languageId;
    this.#text = document.text;
    this.from = Math.min(Math.max(-1, from), this.#text.lineCount);
    this.#edited = edited;
    this.#wrapsAround = wrapsAround;
    this.isElsewhere = isElsewhere;
  }

  line(index: number): string {
    const known = this.#lines.get(index);
    if (known !== undefined) return known;
    const line = this.#text.line(index);
    this.#lines.set(index, line);
    return line;
  }

  /** The indentation of a line; empty lines and lines that only close a bracket count as infinitely deep. */
  depth(index: number): number {
    const known = this.#depths.get(index);
    if (known !== undefined) return known;
    const line = this.line(index);
    const depth = /^\s*(?:$|[)\]}])/u.test(line) ? Number.POSITIVE_INFINITY : indentOf(line);
    this.#depths.set(index, depth);
    return depth;
  }

  /** The next line that matches; lines before `from` only with `wrapsAround`. */
  next(wanted: Wanted): number | undefined {
    const below = this.#find(this.from + 1, Number.POSITIVE_INFINITY, wanted);
    return below ?? (this.#wrapsAround ? this.#find(0, this.from + 1, wanted) : undefined);
  }

  /** The next lines that match, searched lazily; lines before `from` only with `wrapsAround`. */
  *nextLines(wanted: Wanted): Generator<number> {
    yield* this.#all(this.from + 1, Number.POSITIVE_INFINITY, wanted);
    if (this.#wrapsAround) yield* this.#all(0, this.from + 1, wanted);
  }

  /** The number of lines that match, at most `limit`. */
  count(wanted: Wanted, limit: number): number {
    return this.#count(0, Number.POSITIVE_INFINITY, wanted, limit);
  }

  /** The number of lines near the latest edit that match, at most `limit`. */
  countNear(wanted: Wanted, limit: number): number {
    return this.#count(this.from - maxNear, this.from + maxNear, wanted, limit);
  }

  /** The number of lines before and near `line` that match, at most `limit`. */
  countBefore(line: number, wanted: Wanted, limit: number): number {
    return this.#count(line - maxNear, line, wanted, limit);
  }

  /** The lines after `after` up to the latest edit that match, at most `limit`. */
  passedLines(after: number, wanted: Wanted, limit: number): readonly number[] {
    const lines: number[] = [];
    this.#each(after + 1, this.from + 1, wanted, (line) => lines.push(line) >= limit);
    return lines;
  }

  /** Whether one of these words is in a line that the user has edited. */
  hasWritten(words: ReadonlySet<string>): boolean {
    let count = 0;
    for (const line of this.#edited) {
      if ((count += 1) > maxWritten) return false;
      if (tokensOf(this.line(line)).some(({ text }) => words.has(text))) return true;
    }
    return false;
  }

  #count(from: number, to: number, wanted: Wanted, limit: number): number {
    let count = 0;
    this.#each(from, to, wanted, () => {
      count += 1;
      return count >= limit;
    });
    return count;
  }

  *#all(from: number, to: number, wanted: Wanted): Generator<number> {
    let line = this.#find(from, to, wanted);
    while (line !== undefined) {
      yield line;
      line = this.#find(line + 1, to, wanted);
    }
  }

  #find(from: number, to: number, wanted: Wanted): number | undefined {
    let found: number | undefined;
    this.#each(from, to, wanted, (line) => {
      found = line;
      return true;
    });
    return found;
  }

  /** Visits the lines that match until `isEnough` returns true or too many were tested. */
  #each(from: number, to: number, { word, test }: Wanted, isEnough: (line: number) => boolean): void {
    const first = Math.max(0, from, this.from - maxBefore);
    const end = Math.min(to, this.from + maxAfter, this.#text.lineCount);
    for (let part = Math.floor(first / partSize); part * partSize < end; part += 1) {
      for (const line of this.#linesWith(word, part)) {
        if (line < first || this.#edited.has(line)) continue;
        if (line >= end || this.#tests >= maxTests) return;
        this.#tests += 1;
        if (test(this.line(line)) && isEnough(line)) return;
      }
    }
  }

  /** The lines of a part of the document that contain a word; most do not, so this is checked first and cached. */
  #linesWith(word: string, part: number): readonly number[] {
    const parts = this.#words.get(word) ?? [];
    this.#words.set(word, parts);
    const known = parts[part];
    if (known !== undefined) return known;
    const lines: number[] = [];
    this.#text.findLine(part * partSize, (part + 1) * partSize, (line, index) => {
      if (line.includes(word)) lines.push(index);
      return false;
    });
    parts[part] = lines;
    return lines;
  }
}
