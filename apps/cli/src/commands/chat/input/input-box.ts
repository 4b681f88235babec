/** The input box: the text, its completions, the history, and attached images. */
import { describeError } from '@acp-stack/rpc';

import { charactersOf, line, span, truncate, widthOf, type Line, type Style } from '../../../tui/styled-line.ts';
import type { Key } from '../../../tui/key.ts';
import { isControl } from '../../../tui/key.ts';
import type { PanelDrawing, PanelSpace } from '../../../tui/panel.ts';
import type { PendingMode } from '../conversation/pending-messages.ts';
import type { Picture, Prompt } from '../conversation/prompt.ts';
import { Completer, type CompletionSources } from './completion.ts';
import { TextEditor } from '../../../tui/text-editor.ts';
import type { InputHistory } from './input-history.ts';

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
  readonly redraw: () => void;
}

const maxRows = 10;
const maxSuggestions = 6;
const dim: Style = { isDim: true };

export class InputBox {
  readonly #options: InputBoxOptions;
  readonly #editor: TextEditor;
  readonly #completer: Completer;
  #pictures: Picture[] = [];

  constructor(options: InputBoxOptions) {
    this.#options = options;
    this.#editor = new TextEditor(options.warn);
    this.#completer = new Completer(options.sources, options.redraw);
  }

  get isEmpty(): boolean {
    return this.#editor.isEmpty;
  }

  get isCompleting(): boolean {
    return this.#completer.current !== undefined;
  }

  closeCompletion(): void {
    this.#completer.close();
  }

  clear(): void {
    this.#editor.set('');
    this.#pictures = [];
    this.#completer.close();
  }

  /** Puts a message into the box, before the current text. */
  restore({ text, pictures }: Prompt): void {
    const rest = this.#editor.text;
    this.#editor.set(rest === '' ? text : `${text}\n${rest}`);
    this.#pictures.push(...pictures);
  }

  press(key: Key): void {
    if (key.name === 'enter') this.#pressEnter(key);
    else if (isControl(key, 's')) this.#send('steer');
    else if (key.name === 'tab' && !key.isShift) this.#complete();
    else if (key.name === 'up' || key.name === 'down') this.#pressArrow(key.name === 'up' ? -1 : 1);
    else if (isControl(key, 'v')) void this.#paste(undefined);
    else if (key.name === 'paste') void this.#paste(key);
    else if (this.#editor.press(key)) this.#completer.update(this.#editor.before);
    this.#options.redraw();
  }

  draw({ width, rows }: PanelSpace): PanelDrawing {
    const room = Math.max(1, Math.min(maxRows, rows - 1));
    const { lines, cursor } = this.#drawText(width);
    const from = Math.max(0, Math.min(cursor.row - room + 1, lines.length - room));
    const shown = lines.slice(from, from + room);
    const suggestions = this.#drawSuggestions(width, Math.max(0, rows - shown.length - 1));
    return {
      lines: [line('─'.repeat(width), dim), ...shown, ...suggestions],
      cursor: { row: cursor.row - from + 1, column: cursor.column },
    };
  }

  #pressEnter(key: Key): void {
    if (key.isShift || key.isAlt) return this.#editor.insert('\n');
    if (this.isCompleting && !this.#complete()) return undefined;
    const { text, before } = this.#editor;
    if (before.endsWith('\\') && before === text) return this.#editor.replaceBefore(1, '\n');
    return this.#send('queue');
  }

  #send(mode: PendingMode): void {
    const { text } = this.#editor;
    if (text.trim() === '') return;
    const pictures = this.#pictures.filter(({ mark }) => text.includes(mark));
    this.#options.history.add(text);
    this.clear();
    this.#options.submit({ text, pictures }, mode);
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
    if (this.isCompleting) return this.#completer.move(step);
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
      if (key !== undefined) this.#editor.press(key);
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

  #drawSuggestions(width: number, rows: number): readonly Line[] {
    const { suggestions = [], selected = 0 } = this.#completer.current ?? {};
    const room = Math.min(maxSuggestions, rows);
    const from = Math.max(0, Math.min(selected - room + 1, suggestions.length - room));
    return suggestions.slice(from, from + room).map(({ label, description }, index) => {
      const isSelected = from + index === selected;
      return truncate(
        [
          span(isSelected ? '❯ ' : '  ', { colour: 'cyan' }),
          span(label, isSelected ? { colour: 'cyan', isBold: true } : {}),
          span(description === '' ? '' : `  ${description}`, dim),
        ],
        width,
      );
    });
  }
}

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
