/** The input box: the text, its completions, the history, and attached images. */
import { describeError } from '@acp-stack/rpc';

import { stripControls } from '../../../text/strip-control-characters.ts';
import { charactersOf, line, span, truncate, widthOf, type Line, type Style } from '../../../tui/styled-line.ts';
import type { Key } from '../../../tui/key.ts';
import { isControl } from '../../../tui/key.ts';
import type { PanelDrawing, PanelSpace } from '../../../tui/panel.ts';
import type { PendingMode } from '../conversation/pending-messages.ts';
import { sentText, type Picture, type Prompt, type SharedText } from '../conversation/prompt.ts';
import { Completer, type CompletionSources } from './completion.ts';
import { suggestionLines } from './suggestion-lines.ts';
import { TextEditor } from '../../../tui/text-editor.ts';
import type { InputHistory } from './input-history.ts';
import { PastedTexts } from './pasted-texts.ts';

export interface InputBoxOptions {
  readonly history: InputHistory;
  readonly sources: CompletionSources;
  /** Sends a message: after the work of the agent, or during it. */
  readonly submit: (prompt: Prompt, mode: PendingMode) => void;
  /** Starts selecting pending messages; false if there are none. */
  readonly selectPending: () => boolean;
  /** The image at a pasted path, or in the clipboard; undefined if there is none. */
  readonly picture: (
    pasted: string | undefined,
  ) => Promise<(Omit<Picture, 'mark'> & { readonly name: string }) | undefined>;
  /** Shows a warning to the user. */
  readonly warn: (message: string) => void;
  /** The keys, shown below an empty line after `?`. */
  readonly keyLines: (width: number) => readonly Line[];
  readonly redraw: () => void;
}

const maxRows = 10;
const pasteHint = '  Tab unfolds the pasted text, Backspace removes it';
const dim: Style = { isDim: true };

export class InputBox {
  readonly #options: InputBoxOptions;
  readonly #editor: TextEditor;
  readonly #completer: Completer;
  readonly #pastes = new PastedTexts();
  #pictures: Picture[] = [];
  /** What is shared by a message that came back into the box. */
  #shared: readonly SharedText[] = [];
  #areKeysShown = false;

  constructor(options: InputBoxOptions) {
    this.#options = options;
    this.#editor = new TextEditor(options.warn);
    this.#completer = new Completer(options.sources, options.redraw);
  }

  get isEmpty(): boolean {
    return this.#editor.isEmpty;
  }

  /** Whether a list is open below the text: completions, or the keys. */
  get hasList(): boolean {
    return this.#isCompleting || this.#areKeysShown;
  }

  closeList(): void {
    this.#areKeysShown = false;
    this.#completer.close();
  }

  clear(): void {
    this.#editor.set('');
    this.#pictures = [];
    this.#pastes.clear();
    this.#shared = [];
    this.closeList();
  }

  /** Puts a message into the box, before the current text. */
  restore({ text, pictures, pastes = [], shared = [] }: Prompt): void {
    const rest = this.#editor.text;
    this.#editor.set(rest === '' ? text : `${text}\n${rest}`);
    this.#pictures.push(...pictures);
    this.#pastes.restore(pastes);
    this.#shared = [...shared, ...this.#shared];
  }

  /** The text as it is shown, with marks for pasted texts. */
  get text(): string {
    return this.#editor.text;
  }

  /** Replaces the text, and keeps what is attached. */
  edit(text: string): void {
    this.closeList();
    this.#editor.set(text);
  }

  /** Replaces the text. */
  set(text: string): void {
    this.clear();
    this.#editor.set(text);
  }

  press(key: Key): void {
    const isToggle = key.name === 'text' && key.text === '?' && this.isEmpty;
    const isOnlyClosing = this.#areKeysShown && (isToggle || key.name === 'backspace');
    this.#areKeysShown = isToggle && !this.#areKeysShown;
    if (!isToggle && !isOnlyClosing) this.#edit(key);
    this.#options.redraw();
  }

  #edit(key: Key): void {
    if (key.name === 'enter') this.#pressEnter(key);
    else if (isControl(key, 's')) this.#send('steer');
    else if (key.name === 'tab' && !key.isShift) this.#pressTab();
    else if (key.name === 'up' || key.name === 'down') this.#pressArrow(key.name === 'up' ? -1 : 1);
    else if (isControl(key, 'v')) void this.#paste(undefined);
    else if (key.name === 'paste') void this.#paste(key);
    else if (this.#removeMark(key) || this.#editor.press(key)) this.#completer.update(this.#editor.before);
  }

  get #isCompleting(): boolean {
    return this.#completer.current !== undefined;
  }

  /** Completes, or unfolds the pasted text before the cursor. */
  #pressTab(): void {
    const paste = this.#isCompleting ? undefined : this.#pastes.before(this.#editor.before);
    if (paste === undefined) this.#complete();
    else this.#editor.replaceBefore(paste.mark.length, paste.text);
  }

  /** Removes the whole mark of a pasted text that a key would damage; false if there is none. */
  #removeMark(key: Key): boolean {
    const isBackwards = key.name === 'backspace' || isControl(key, 'h');
    const { before, text } = this.#editor;
    const mark = isBackwards
      ? this.#pastes.before(before)?.mark
      : key.name === 'delete'
        ? this.#pastes.after(text.slice(before.length))?.mark
        : undefined;
    if (mark === undefined) return false;
    if (isBackwards) this.#editor.replaceBefore(mark.length, '');
    else this.#editor.deleteAfter(mark.length);
    return true;
  }

  draw({ width, rows }: PanelSpace): PanelDrawing {
    const room = Math.max(1, Math.min(maxRows, rows - 1));
    const { lines, cursor } = this.#drawText(width);
    const from = Math.max(0, Math.min(cursor.row - room + 1, lines.length - room));
    const shown = lines.slice(from, from + room);
    const below = this.#drawBelow(width, Math.max(0, rows - shown.length - 1));
    return {
      lines: [line('─'.repeat(width), dim), ...shown, ...below],
      cursor: { row: cursor.row - from + 1, column: cursor.column },
    };
  }

  #pressEnter(key: Key): void {
    if (key.isShift || key.isAlt) return this.#editor.insert('\n');
    if (this.#isCompleting && !this.#complete()) return undefined;
    const { text, before } = this.#editor;
    if (before.endsWith('\\') && before === text) return this.#editor.replaceBefore(1, '\n');
    return this.#send('queue');
  }

  #send(mode: PendingMode): void {
    const { text } = this.#editor;
    if (text.trim() === '') return;
    const pictures = this.#pictures.filter(({ mark }) => text.includes(mark));
    const pastes = this.#pastes.in(text);
    const shared = this.#shared;
    const prompt: Prompt = {
      text,
      pictures,
      ...(pastes.length === 0 ? {} : { pastes }),
      ...(shared.length === 0 ? {} : { shared }),
    };
    this.#options.history.add(sentText(prompt));
    this.clear();
    this.#options.submit(prompt, mode);
  }

  /** Inserts the selected suggestion; returns whether the message is complete. */
  #complete(): boolean {
    const completion = this.#completer.take();
    if (completion === undefined) return true;
    const { length, chosen } = completion;
    const typed = this.#editor.before.slice(-length);
    this.#editor.replaceBefore(length, chosen.insert);
    return chosen.isWhole || chosen.insert.trimEnd() === typed;
  }

  #pressArrow(step: -1 | 1): void {
    if (this.#isCompleting) return this.#completer.move(step);
    if (this.#editor.moveLine(step)) return undefined;
    if (step < 0 && this.isEmpty && this.#options.selectPending()) return undefined;
    const { history } = this.#options;
    const found = step < 0 ? history.older(this.#editor.text) : history.newer();
    if (found !== undefined) this.#editor.set(found);
    return undefined;
  }

  /** Replaces the path of an image by the image, if the agent accepts images. */
  async #paste(key: Key | undefined): Promise<void> {
    const found = await this.#pictureOf(key?.text);
    if (found === undefined) {
      const mark = key === undefined ? undefined : this.#pastes.fold(stripControls(key.text));
      if (mark !== undefined) this.#editor.insert(mark);
      else if (key !== undefined) this.#editor.press(key);
    } else {
      const mark = `[Image ${this.#pictures.length + 1}: ${found.name}]`;
      this.#pictures.push({ ...found, mark });
      this.#editor.insert(mark);
    }
    this.#completer.update(this.#editor.before);
    this.#options.redraw();
  }

  /** Reports errors here, because the paste is not awaited; the pasted text is then inserted as text. */
  async #pictureOf(pasted: string | undefined): ReturnType<InputBoxOptions['picture']> {
    try {
      return await this.#options.picture(pasted);
    } catch (error) {
      const reason = describeError(error);
      this.#options.warn(`The image could not be read (${reason}); save it again and paste its path.`);
      return undefined;
    }
  }

  #drawText(width: number): {
    readonly lines: readonly Line[];
    readonly cursor: { readonly row: number; readonly column: number };
  } {
    const room = Math.max(1, width - 3);
    const place = this.#editor.place;
    const lines: Line[] = [];
    let cursor = { row: 0, column: 2 };
    for (const [index, text] of this.#editor.text.split('\n').entries()) {
      const rows = hardWrapped(text, room);
      if (index === place.row) {
        const before = hardWrapped(text.slice(0, place.column), room);
        cursor = { row: lines.length + before.length - 1, column: 2 + widthOf(before.at(-1) ?? '') };
      }
      for (const row of rows)
        lines.push([span(lines.length === 0 ? '❯ ' : '  ', { colour: 'blue', isBold: true }), span(row)]);
    }
    return { lines, cursor };
  }

  /** The keys, the completions, or what can be done with a pasted text. */
  #drawBelow(width: number, rows: number): readonly Line[] {
    if (this.#areKeysShown) return fitting(this.#options.keyLines(width), rows);
    const completion = this.#completer.current;
    if (completion !== undefined) return suggestionLines(completion, { width, rows });
    const isAtMark = this.#pastes.before(this.#editor.before) !== undefined;
    return isAtMark ? [truncate(line(pasteHint, dim), width)].slice(0, rows) : [];
  }
}

/** The first lines, and how many are missing. */
const fitting = (lines: readonly Line[], rows: number): readonly Line[] =>
  lines.length <= rows
    ? lines
    : [...lines.slice(0, rows - 1), line(`… ${lines.length - rows + 1} more; /keys prints all`, dim)].slice(0, rows);

/** Breaks every full line, so that the cursor is where the next character goes. */
function hardWrapped(text: string, width: number): readonly string[] {
  const rows = [''];
  let used = 0;
  for (const character of charactersOf(text)) {
    const room = widthOf(character);
    if (used + room > width) {
      rows.push('');
      used = 0;
    }
    rows[rows.length - 1] += character;
    used += room;
  }
  return rows;
}
