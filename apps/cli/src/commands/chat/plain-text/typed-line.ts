/**
 * A line editor that echoes like a terminal in line mode: only the end of the line changes.
 *
 * Tab lists completions below the line, and prints the line again.
 */
import { TextEditor } from '../../../tui/text-editor.ts';
import type { Completion } from '../input/completion.ts';
import { isControl, type Key } from '../../../tui/key.ts';
import { widthOf } from '../../../tui/styled-line.ts';

export interface TypedLineOptions {
  readonly write: (text: string) => void;
  readonly line: (text: string) => void;
  readonly end: () => void;
  readonly interrupt: () => void;
  readonly suspend: () => void;
  readonly complete: (before: string, signal: AbortSignal) => Promise<Omit<Completion, 'selected'>>;
}

export class TypedLine {
  readonly #options: TypedLineOptions;
  readonly #editor: TextEditor;
  #completing: AbortController | undefined;
  /** Whether the typed text is hidden. */
  isSecret = false;

  constructor(options: TypedLineOptions) {
    this.#options = options;
    // A message of the editor; the line is not printed again after it.
    this.#editor = new TextEditor((words) => options.write(`\n${words}\n`));
  }

  /** The visible text of the line. */
  get shown(): string {
    return this.isSecret ? '' : this.#editor.text;
  }

  press(key: Key): void {
    this.#completing?.abort();
    if (key.name === 'enter') this.#enter();
    else if (key.name === 'tab') void this.#complete();
    else if (isControl(key, 'c')) this.#options.interrupt();
    else if (isControl(key, 'z')) this.#options.suspend();
    else if (isControl(key, 'd')) {
      if (this.#editor.isEmpty) this.#options.end();
    } else if (this.#isEditing(key)) this.#edit(key);
  }

  /** Prints `text` on its own lines, then the current line again. */
  say(text: string): void {
    const { shown } = this;
    this.#options.write(`${shown === '' ? '' : '\n'}${text}\n${shown}`);
  }

  /** Removes what was typed, and returns it. */
  take(): string {
    const [{ text }, before] = [this.#editor, this.shown];
    this.#editor.set('');
    this.#echo(before);
    return text;
  }

  /** Puts text back before what is typed. */
  putBack(text: string): void {
    const typed = this.take();
    this.#editor.set(`${text}${typed}`);
    this.#echo('');
  }

  /** Keys that change the end of the line; the cursor is always there. */
  #isEditing = (key: Key): boolean =>
    key.name === 'text' ||
    key.name === 'backspace' ||
    isControl(key, 'h') ||
    isControl(key, 'u') ||
    isControl(key, 'w');

  #edit(key: Key): void {
    const before = this.shown;
    this.#editor.press(key);
    this.#echo(before);
  }

  #echo(before: string): void {
    const after = this.shown;
    const erased = after.startsWith(before) ? 0 : widthOf(before) - widthOf(after);
    this.#options.write(erased > 0 ? '\b \b'.repeat(erased) : after.slice(before.length));
  }

  #enter(): void {
    const { text } = this.#editor;
    this.#editor.set('');
    this.#options.write('\n');
    this.#options.line(text);
  }

  async #complete(): Promise<void> {
    const before = this.#editor.text;
    const controller = new AbortController();
    this.#completing = controller;
    const found = await this.#options.complete(before, controller.signal).catch(() => undefined);
    if (found === undefined || controller.signal.aborted) return;
    const { length, suggestions } = found;
    const typed = before.slice(before.length - length);
    const longer = commonBeginning(suggestions.map(({ insert }) => insert));
    if (longer.length > typed.length && longer.startsWith(typed)) {
      const shown = this.shown;
      this.#editor.replaceBefore(length, longer);
      this.#echo(shown);
    }
    if (suggestions.length !== 1) this.say(choiceWords(suggestions));
  }
}

const maxListed = 20;

/** The completions as lines. */
export function choiceWords(suggestions: readonly { readonly label: string; readonly description: string }[]): string {
  if (suggestions.length === 0) return 'No completions.';
  const listed = suggestions
    .slice(0, maxListed)
    .map(({ label, description }) => (description === '' ? label : `${label}, ${description}`));
  const rest = suggestions.length - listed.length;
  return [`${suggestions.length} completions:`, ...listed, ...(rest > 0 ? [`and ${rest} more.`] : [])].join('\n');
}

function commonBeginning(texts: readonly string[]): string {
  const [first = '', ...others] = texts;
  let { length } = first;
  for (const other of others) {
    while (!other.startsWith(first.slice(0, length))) length -= 1;
  }
  return first.slice(0, length);
}
