/**
 * The text that the user types, with a cursor.
 *
 * The cursor moves by grapheme clusters. Lines are as the user made them; the view wraps them.
 */
import { stripControls } from '../text/strip-control-characters.ts';
import { charactersOf } from './styled-line.ts';
import type { Key } from './key.ts';

/** The maximum length, so that a large paste does not freeze the terminal. */
const mostCharacters = 1_000_000;
const tooLong =
  'The text is longer than 1,000,000 characters and was not inserted; put it into a file and mention it with @.';

export class TextEditor {
  readonly #tell: (words: string) => void;
  /** Whether a chunk of the same text was already refused. */
  #hasRefused = false;
  #before = '';
  #after = '';

  /** `tell` is called with one sentence if text was refused. */
  constructor(tell: (words: string) => void = () => undefined) {
    this.#tell = tell;
  }

  get text(): string {
    return this.#before + this.#after;
  }

  get before(): string {
    return this.#before;
  }

  get isEmpty(): boolean {
    return this.text === '';
  }

  /** Replaces the text and puts the cursor at the end. */
  set(text: string): void {
    this.#before = printable(text);
    this.#after = '';
    this.#hasRefused = false;
  }

  insert(text: string): void {
    if (this.text.length + text.length > mostCharacters) this.#refuse();
    else this.#before += printable(text);
  }

  /** Replaces the last `length` characters before the cursor. */
  replaceBefore(length: number, text: string): void {
    this.#before = this.#before.slice(0, this.#before.length - length) + printable(text);
  }

  /** The line and the column of the cursor. */
  get place(): { readonly row: number; readonly column: number } {
    const lines = this.#before.split('\n');
    return { row: lines.length - 1, column: (lines.at(-1) ?? '').length };
  }

  /** Handles an editing key; returns false for any other key. */
  press(key: Key): boolean {
    const isWord = key.isAlt || key.isControl;
    if (key.name !== 'text') this.#hasRefused = false;
    switch (key.name) {
      case 'text':
      case 'paste':
        this.insert(key.text);
        return true;
      case 'backspace':
        if (isWord) this.#deleteWordBefore();
        else this.#before = withoutLast(this.#before);
        return true;
      case 'delete':
        this.#after = this.#after.slice(firstOf(this.#after).length);
        return true;
      case 'left':
        this.#move(-(isWord ? wordBefore(this.#before) : lastOf(this.#before).length));
        return true;
      case 'right':
        this.#move(isWord ? wordAfter(this.#after) : firstOf(this.#after).length);
        return true;
      case 'home':
        this.#toLineStart();
        return true;
      case 'end':
        this.#toLineEnd();
        return true;
      default:
        return key.isControl ? this.#pressControl(key.name) : key.isAlt && this.#pressAlt(key.name);
    }
  }

  /** Moves the cursor one line up or down; false if there is none. */
  moveLine(step: -1 | 1): boolean {
    const { row, column } = this.place;
    const lines = this.text.split('\n');
    const target = lines[row + step];
    if (target === undefined) return false;
    const start = lines.slice(0, row + step).reduce((sum, each) => sum + each.length + 1, 0);
    this.#cursorTo(start + Math.min(column, target.length));
    return true;
  }

  #refuse(): void {
    if (!this.#hasRefused) this.#tell(tooLong);
    this.#hasRefused = true;
  }

  /** The editing keys of shells. */
  #pressControl(name: string): boolean {
    const actions: Readonly<Record<string, () => void>> = {
      a: () => this.#toLineStart(),
      e: () => this.#toLineEnd(),
      b: () => this.#move(-lastOf(this.#before).length),
      f: () => this.#move(firstOf(this.#after).length),
      h: () => (this.#before = withoutLast(this.#before)),
      k: () => (this.#after = this.#after.replace(/^[^\n]+|^\n/u, '')),
      u: () => (this.#before = this.#before.replace(/[^\n]+$|\n$/u, '')),
      w: () => this.#deleteWordBefore(),
    };
    const action = actions[name];
    action?.();
    return action !== undefined;
  }

  #pressAlt(name: string): boolean {
    if (name === 'b') this.#move(-wordBefore(this.#before));
    else if (name === 'f') this.#move(wordAfter(this.#after));
    else if (name === 'd') this.#after = this.#after.slice(wordAfter(this.#after));
    else return false;
    return true;
  }

  #deleteWordBefore(): void {
    this.#before = this.#before.slice(0, this.#before.length - wordBefore(this.#before));
  }

  #toLineStart(): void {
    this.#cursorTo(this.#before.lastIndexOf('\n') + 1);
  }

  #toLineEnd(): void {
    const end = this.#after.indexOf('\n');
    this.#cursorTo(this.#before.length + (end < 0 ? this.#after.length : end));
  }

  #move(length: number): void {
    this.#cursorTo(this.#before.length + length);
  }

  #cursorTo(position: number): void {
    const { text } = this;
    this.#before = text.slice(0, position);
    this.#after = text.slice(position);
  }
}

/** Printable characters and line breaks. */
const printable = (text: string): string => stripControls(text.replaceAll('\t', '    '));

const lastOf = (text: string): string => charactersOf(text.slice(-64)).at(-1) ?? '';
const firstOf = (text: string): string => charactersOf(text.slice(0, 64))[0] ?? '';
const withoutLast = (text: string): string => text.slice(0, text.length - lastOf(text).length);
const wordBefore = (text: string): number => /[^\s]*\s*$/u.exec(text)?.[0].length ?? 0;
const wordAfter = (text: string): number => /^\s*[^\s]*/u.exec(text)?.[0].length ?? 0;
