/**
 * Long pasted texts, each shown as a mark in the input: `[Pasted text #1, 500 lines]`.
 *
 * The mark is replaced by the text when the message is sent.
 */
import type { Paste } from '../conversation/prompt.ts';
import { thousands } from '../../../text/thousands.ts';

/** Longer texts are folded. */
const maxLines = 10;
const maxCharacters = 1000;
/** The editor refuses longer ones. */
const longest = 1_000_000;

export class PastedTexts {
  /** How many marks were given; two marks of a chat never have the same number. */
  #count = 0;
  #pastes: Paste[] = [];

  /** The mark for a pasted text; undefined if it is short enough to be shown. */
  fold(text: string): string | undefined {
    const lines = text.replace(/\n$/u, '').split('\n').length;
    if ((lines <= maxLines && text.length <= maxCharacters) || text.length > longest) return undefined;
    this.#count += 1;
    const size = lines > 1 ? `${lines} lines` : `${thousands(text.length)} characters`;
    const mark = `[Pasted text #${this.#count}, ${size}]`;
    this.#pastes.push({ mark, text });
    return mark;
  }

  /** The texts whose marks are in `text`. */
  in(text: string): readonly Paste[] {
    return this.#pastes.filter(({ mark }) => text.includes(mark));
  }

  /** The text whose mark ends at the end of `before`. */
  before(before: string): Paste | undefined {
    return this.#pastes.find(({ mark }) => before.endsWith(mark));
  }

  /** The text whose mark begins at the beginning of `after`. */
  after(after: string): Paste | undefined {
    return this.#pastes.find(({ mark }) => after.startsWith(mark));
  }

  /** Adds the texts of a message that comes back into the input. */
  restore(pastes: readonly Paste[]): void {
    this.#pastes.push(...pastes);
  }

  clear(): void {
    this.#pastes = [];
  }
}
