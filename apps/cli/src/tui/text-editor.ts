/**
 * The text that the user types, with a cursor.
 *
 * The cursor moves by grapheme clusters. Lines are as the user made them; the view wraps them.
 */
import { stripControls } from '../text/strip-control-characters.ts';
import { EditHistory, type EditedText, type EditKind } from './edit-history.ts';
import { charactersOf } from './styled-line.ts';
import type { Key } from './key.ts';

/** The maximum length, so that a large paste does not freeze the terminal. */
const maxCharacters = 1_000_000;
const tooLongMessage =
  'The text is longer than 1,000,000 characters and was not inserted; put it into a file and mention it with @.';

export class TextEditor {
  readonly #onRefused: (message: string) => void;
  /** Whether a chunk of the same text was already refused. */
  #hasRefused = false;
  #before = '';
  #after = '';
  readonly #history = new EditHistory();

  /** `onRefused` is called with one sentence if text was refused. */
  constructor(onRefused: (message: string) => void = () => undefined) {
    this.#onRefused = onRefused;
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
    this.#history.clear();
  }

  insert(text: string): void {
    if (this.text.length + text.length > maxCharacters) this.#refuse();
    else this.#before += printable(text);
  }

  /** Replaces the last `length` characters before the cursor. */
  replaceBefore(length: number, text: string): void {
    const from = this.#now;
    this.#before = this.#before.slice(0, this.#before.length - length) + printable(text);
    this.#history.note(from, this.#now, 'other');
  }

  /** Deletes `length` characters after the cursor. */
  deleteAfter(length: number): void {
    this.#after = this.#after.slice(length);
  }

  /** The line and the column of the cursor. */
  get place(): { readonly row: number; readonly column: number } {
    const lines = this.#before.split('\n');
    return { row: lines.length - 1, column: (lines.at(-1) ?? '').length };
  }

  get #now(): EditedText {
    return { before: this.#before, after: this.#after };
  }

  /** Handles an editing key; returns false for any other key. */
  press(key: Key): boolean {
    if (key.isControl && (key.name === '_' || key.name === '/')) return this.#undo();
    const from = this.#now;
    const isKnown = this.#edit(key);
    const kind = kindOf(key);
    if (from.before + from.after === this.text) this.#history.endRun();
    else this.#history.note(from, this.#now, kind);
    return isKnown;
  }

  #undo(): true {
    const earlier = this.#history.undo();
    if (earlier !== undefined) ({ before: this.#before, after: this.#after } = earlier);
    return true;
  }

  #edit(key: Key): boolean {
    const byWord = key.isAlt || key.isControl;
    if (key.name !== 'text') this.#hasRefused = false;
    switch (key.name) {
      case 'text':
      case 'paste':
        this.insert(key.text);
        return true;
      case 'backspace':
        if (byWord) this.#deleteWordBefore();
        else this.#before = withoutLast(this.#before);
        return true;
      case 'delete':
        this.#after = this.#after.slice(firstOf(this.#after).length);
        return true;
      case 'left':
        this.#moveBy(-(byWord ? wordLengthBefore(this.#before) : lastOf(this.#before).length));
        return true;
      case 'right':
        this.#moveBy(byWord ? wordLengthAfter(this.#after) : firstOf(this.#after).length);
        return true;
      case 'home':
        this.#moveToLineStart();
        return true;
      case 'end':
        this.#moveToLineEnd();
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
    this.#moveCursorTo(start + Math.min(column, target.length));
    return true;
  }

  #refuse(): void {
    if (!this.#hasRefused) this.#onRefused(tooLongMessage);
    this.#hasRefused = true;
  }

  /** The editing keys of shells. */
  #pressControl(name: string): boolean {
    const actions: Readonly<Record<string, () => void>> = {
      a: () => this.#moveToLineStart(),
      e: () => this.#moveToLineEnd(),
      b: () => this.#moveBy(-lastOf(this.#before).length),
      f: () => this.#moveBy(firstOf(this.#after).length),
      h: () => (this.#before = withoutLast(this.#before)),
      k: () => (this.#after = this.#after.replace(/^[^\n]+|^\n/u, '')),
      u: () => (this.#before = this.#before.replace(/[^\n]+$|\n$/u, '')),
      w: () => this.#deleteWordBefore(),
      y: () => this.insert(this.#history.cut),
    };
    const action = actions[name];
    action?.();
    return action !== undefined;
  }

  #pressAlt(name: string): boolean {
    if (name === 'b') this.#moveBy(-wordLengthBefore(this.#before));
    else if (name === 'f') this.#moveBy(wordLengthAfter(this.#after));
    else if (name === 'd') this.#after = this.#after.slice(wordLengthAfter(this.#after));
    else return false;
    return true;
  }

  #deleteWordBefore(): void {
    this.#before = this.#before.slice(0, this.#before.length - wordLengthBefore(this.#before));
  }

  #moveToLineStart(): void {
    this.#moveCursorTo(this.#before.lastIndexOf('\n') + 1);
  }

  #moveToLineEnd(): void {
    const end = this.#after.indexOf('\n');
    this.#moveCursorTo(this.#before.length + (end < 0 ? this.#after.length : end));
  }

  #moveBy(length: number): void {
    this.#moveCursorTo(this.#before.length + length);
  }

  #moveCursorTo(position: number): void {
    const { text } = this;
    this.#before = text.slice(0, position);
    this.#after = text.slice(position);
  }
}

/** What a key does to the text, if it changes it. */
function kindOf({ name, isControl, isAlt }: Key): EditKind {
  if (name === 'text') return 'typed';
  const isByWord = isControl || isAlt;
  if (name === 'delete' || (name === 'backspace' && !isByWord) || (isControl && name === 'h')) return 'deleted';
  if (name === 'backspace' || (isControl && 'kuw'.includes(name)) || (isAlt && name === 'd')) return 'cut';
  return 'other';
}

/** Printable characters and line breaks. */
const printable = (text: string): string => stripControls(text.replaceAll('\t', '    '));

const lastOf = (text: string): string => charactersOf(text.slice(-64)).at(-1) ?? '';
const firstOf = (text: string): string => charactersOf(text.slice(0, 64))[0] ?? '';
const withoutLast = (text: string): string => text.slice(0, text.length - lastOf(text).length);
const wordLengthBefore = (text: string): number => /[^\s]*\s*$/u.exec(text)?.[0].length ?? 0;
const wordLengthAfter = (text: string): number => /^\s*[^\s]*/u.exec(text)?.[0].length ?? 0;
