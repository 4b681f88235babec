/** The lines of a document in which something may be proposed: the next ones first, and none that the user has just changed. */
import type { MirroredDocument } from '../documents/document-mirror.ts';
import type { Text } from '../text/text.ts';
import { indentOf } from './edit-unit.ts';
import { tokensOf } from './tokens.ts';

/** A word that a line must have, and what else must hold for it. */
export interface Wanted {
  readonly word: string;
  readonly test: (line: string) => boolean;
}

export interface CandidateLinesOptions {
  readonly edited: ReadonlySet<number>;
  readonly goesRound?: boolean;
  /** Whether the user works on another document. */
  readonly isElsewhere?: boolean;
}

/** Lines before and after the latest edit that are looked at, and lines that are tested for what is wanted, in one request. */
const mostBefore = 10_000;
const mostAfter = 20_000;
const mostNear = 1000;
const mostTests = 6000;
/** Lines of the user that are looked through for a word. */
const mostWritten = 300;
/** Lines that are searched for a word in one go. */
const partSize = 256;

export class CandidateLines {
  readonly uri: string;
  readonly languageId: string;
  readonly isElsewhere: boolean;
  readonly #text: Text;
  /** The line after which places are looked for. */
  readonly from: number;
  readonly #edited: ReadonlySet<number>;
  readonly #goesRound: boolean;
  readonly #words = new Map<string, (readonly number[])[]>();
  readonly #lines = new Map<number, string>();
  readonly #depths = new Map<number, number>();
  #tests = 0;

  /** Places after `from` come, then those from the beginning if it `goesRound`; the lines in `edited` do not come at all. */
  constructor(
    document: MirroredDocument,
    from: number,
    { edited, goesRound = false, isElsewhere = false }: CandidateLinesOptions,
  ) {
    this.uri = document.uri;
    this.languageId = document.languageId;
    this.#text = document.text;
    this.from = Math.min(Math.max(-1, from), this.#text.lineCount);
    this.#edited = edited;
    this.#goesRound = goesRound;
    this.isElsewhere = isElsewhere;
  }

  line(index: number): string {
    const known = this.#lines.get(index);
    if (known !== undefined) return known;
    const line = this.#text.line(index);
    this.#lines.set(index, line);
    return line;
  }

  /** How deep a line is; empty lines, and those that only close something, are as deep as can be. */
  depth(index: number): number {
    const known = this.#depths.get(index);
    if (known !== undefined) return known;
    const line = this.line(index);
    const depth = /^\s*(?:$|[)\]}])/u.test(line) ? Number.POSITIVE_INFINITY : indentOf(line);
    this.#depths.set(index, depth);
    return depth;
  }

  /** The next line that is wanted; those before only if they were asked for. */
  next(wanted: Wanted): number | undefined {
    const below = this.#find(this.from + 1, Number.POSITIVE_INFINITY, wanted);
    return below ?? (this.#goesRound ? this.#find(0, this.from + 1, wanted) : undefined);
  }

  /** The next lines that are wanted, each looked for when it is asked for; those before only if they were asked for. */
  *nextLines(wanted: Wanted): Generator<number> {
    yield* this.#all(this.from + 1, Number.POSITIVE_INFINITY, wanted);
    if (this.#goesRound) yield* this.#all(0, this.from + 1, wanted);
  }

  /** How many lines are wanted; counting ends with `most`. */
  count(wanted: Wanted, most: number): number {
    return this.#count(0, Number.POSITIVE_INFINITY, wanted, most);
  }

  /** How many lines near the latest edit are wanted; counting ends with `most`. */
  countNear(wanted: Wanted, most: number): number {
    return this.#count(this.from - mostNear, this.from + mostNear, wanted, most);
  }

  /** How many lines before one and near it are wanted; counting ends with `most`. */
  countBefore(line: number, wanted: Wanted, most: number): number {
    return this.#count(line - mostNear, line, wanted, most);
  }

  /** The lines after one and up to the latest edit that are wanted, at most so many. */
  passedLines(after: number, wanted: Wanted, most: number): readonly number[] {
    const lines: number[] = [];
    this.#each(after + 1, this.from + 1, wanted, (line) => lines.push(line) >= most);
    return lines;
  }

  /** Whether the user has written one of some words. */
  hasWritten(words: ReadonlySet<string>): boolean {
    let count = 0;
    for (const line of this.#edited) {
      if ((count += 1) > mostWritten) return false;
      if (tokensOf(this.line(line)).some(({ text }) => words.has(text))) return true;
    }
    return false;
  }

  #count(from: number, to: number, wanted: Wanted, most: number): number {
    let count = 0;
    this.#each(from, to, wanted, () => {
      count += 1;
      return count >= most;
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

  /** Goes through the lines that are wanted until `isEnough`, or until too many were tested. */
  #each(from: number, to: number, { word, test }: Wanted, isEnough: (line: number) => boolean): void {
    const first = Math.max(0, from, this.from - mostBefore);
    const end = Math.min(to, this.from + mostAfter, this.#text.lineCount);
    for (let part = Math.floor(first / partSize); part * partSize < end; part += 1) {
      for (const line of this.#linesWith(word, part)) {
        if (line < first || this.#edited.has(line)) continue;
        if (line >= end || this.#tests >= mostTests) return;
        this.#tests += 1;
        if (test(this.line(line)) && isEnough(line)) return;
      }
    }
  }

  /** The lines of a part of the document that have a word; nearly all lack it, so this is asked first and only once. */
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
