/** The lines of a document in which something may be proposed: the next ones first, and none that the user has just changed. */
import type { MirroredDocument } from '../documents/document-mirror.ts';
import { contentLength } from '../text/place.ts';
import type { Text } from '../text/text.ts';

/** A word that a line must have, and what else must hold for it. */
export interface Wanted {
  readonly word: string;
  readonly test: (line: string) => boolean;
}

export interface SiteOptions {
  readonly edited: ReadonlySet<number>;
  readonly goesRound?: boolean;
  /** Whether the user works on another document. */
  readonly isElsewhere?: boolean;
}

export class Site {
  readonly uri: string;
  readonly languageId: string;
  readonly isElsewhere: boolean;
  readonly #text: Text;
  /** The line after which places are looked for. */
  readonly from: number;
  readonly #edited: ReadonlySet<number>;
  readonly #goesRound: boolean;

  /** Places after `from` come, then those from the beginning if it `goesRound`; the lines in `edited` do not come at all. */
  constructor(
    document: MirroredDocument,
    from: number,
    { edited, goesRound = false, isElsewhere = false }: SiteOptions,
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
    return this.#text.line(index);
  }

  /** The next line that is wanted; those before only if they were asked for. */
  next(wanted: Wanted): number | undefined {
    const below = this.#find(this.from + 1, this.#text.lineCount, wanted);
    return below ?? (this.#goesRound ? this.#find(0, this.from + 1, wanted) : undefined);
  }

  /** How many lines are wanted; counting ends with `most`. */
  count(wanted: Wanted, most: number): number {
    return this.#count(0, this.#text.lineCount, wanted, most);
  }

  /** How many lines between two others are wanted. */
  countBetween(first: number, last: number, wanted: Wanted): number {
    return this.#count(first + 1, last, wanted, Number.POSITIVE_INFINITY);
  }

  #count(from: number, to: number, wanted: Wanted, most: number): number {
    let count = 0;
    this.#text.findLine(from, to, (line, index) => {
      if (this.#isWanted(line, index, wanted)) count += 1;
      return count >= most;
    });
    return count;
  }

  #find(from: number, to: number, wanted: Wanted): number | undefined {
    return this.#text.findLine(from, to, (line, index) => this.#isWanted(line, index, wanted));
  }

  #isWanted(line: string, index: number, { word, test }: Wanted): boolean {
    // Nearly all lines lack the word, and this is the quickest way to tell.
    return line.includes(word) && !this.#edited.has(index) && test(line.slice(0, contentLength(line)));
  }
}
