/**
 * What a screen reader is told of a message while it is written: whole sentences, each one once.
 *
 * Reading each token aloud would be noise, and waiting for the end of a long message would be silence.
 */

/** The end of a sentence or of a line. */
const sentenceEnd = /[.!?…](?=["')\]]*\s)|[。！？]|\n/gu;

export class Sentences {
  #read = new Map<string, number>();

  /** Takes what is there now as read already. */
  skip(id: string, text: string): void {
    this.#read = new Map([[id, text.length]]);
  }

  /** The sentences of this message that are complete and were not returned before; all of it if `isDone`. */
  next(id: string, text: string, isDone: boolean): string {
    const from = Math.min(this.#read.get(id) ?? 0, text.length);
    const rest = text.slice(from);
    const ends = [...rest.matchAll(sentenceEnd)];
    const last = ends.at(-1);
    const length = isDone ? rest.length : last === undefined ? 0 : last.index + last[0].length;
    // Only the message that is being written grows.
    this.#read = new Map([[id, from + length]]);
    return spoken(rest.slice(0, length));
  }
}

/** The words without the marks of Markdown; code is only mentioned. */
function spoken(text: string): string {
  return text
    .replaceAll(/```[^\n]*\n(?:[^`]|`(?!``))*(?:```|$)/gu, ' Code. ')
    .replaceAll(/!?\[(?<words>[^\]]*)\]\([^)]*\)/gu, '$<words>')
    .replaceAll(/[*_`~#>|]+/gu, ' ')
    .replaceAll(/\s+/gu, ' ')
    .trim();
}
