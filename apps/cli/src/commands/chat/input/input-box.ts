/** Where the user types: the text, what may complete it, what was sent before, and the pictures that go with it. */
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
  /** Sends a message: when the agent is done, or into what it does. */
  readonly submit: (prompt: Prompt, mode: PendingMode) => void;
  /** Lets the arrow keys choose among what waits; false when nothing waits. */
  readonly selectPending: () => boolean;
  /** The picture that was pasted as a path, or lies in the clipboard; undefined when there is none. */
  readonly picture: (
    pasted: string | undefined,
  ) => Promise<(Omit<Picture, 'mark'> & { readonly name: string }) | undefined>;
  /** Says something to the user. */
  readonly tell: (words: string) => void;
  readonly redraw: () => void;
}

const mostRows = 10;
const mostSuggestions = 6;
const dim: Style = { isDim: true };

export class InputBox {
  readonly #options: InputBoxOptions;
  readonly #editor: TextEditor;
  readonly #completer: Completer;
  #pictures: Picture[] = [];

  constructor(options: InputBoxOptions) {
    this.#options = options;
    this.#editor = new TextEditor(options.tell);
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

  /** Puts a message into the box; what stands there goes below it. */
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
    const room = Math.max(1, Math.min(mostRows, rows - 1));
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

  /** Puts the chosen suggestion in; whether the message may be sent like that. */
  #complete(): boolean {
    const taken = this.#completer.take();
    if (taken === undefined) return true;
    const { length, chosen } = taken;
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

  /** A path of a picture becomes the picture, where the agent takes one. */
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

  /** Nobody waits for a paste, so what goes wrong with a picture is said here; what was pasted is a text then. */
  async #pictureOf(pasted: string | undefined): ReturnType<InputBoxOptions['picture']> {
    try {
      return await this.#options.picture(pasted);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.#options.tell(`The picture could not be taken (${reason}); save it once more and paste its path.`);
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
    const room = Math.min(mostSuggestions, rows);
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

/** Broken wherever the line is full, so that the cursor is where the next character goes. */
function hardWrapped(text: string, width: number): readonly string[] {
  const rows = [''];
  let taken = 0;
  for (const character of charactersOf(text)) {
    const room = widthOf(character);
    if (taken + room > width) {
      rows.push('');
      taken = 0;
    }
    rows[rows.length - 1] += character;
    taken += room;
  }
  return rows;
}
