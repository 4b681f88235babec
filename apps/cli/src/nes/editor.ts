/**
 * The editor: keys come in, frames go out, and the agent is told what happens.
 *
 * What the text becomes is decided in `editor-state.ts`, what is seen in `compose-frame.ts`; here they meet the file, the screen and the agent.
 */
import { basename } from 'node:path';

import { Text, type Place, type Span } from '@acp-stack/nes';
import type { LoginMethod } from '@acp-stack/workspace/client';

import type { Key } from '../chat/screen/key.ts';
import { CommandError, exitCodes } from '../connect/command-error.ts';
import type { FullScreen } from '../terminal/full-screen.ts';
import { inOneLine } from '../terminal/plain-text.ts';
import type { Adviser, EditedDocument } from './adviser.ts';
import { composeFrame, textRows, type Scroll } from './compose-frame.ts';
import type { EditedFile } from './edited-file.ts';
import { edited, nameOf } from './editing-keys.ts';
import { isSameText, moved, replacedAll, stateOf, type EditorState, type Outcome } from './editor-state.ts';
import { languageOf } from './language-of.ts';
import { optionQuestion } from './option-question.ts';
import { answer, type Question } from './question.ts';
import type { ShownSuggestion } from './shown-suggestion.ts';
import { Saver } from './saver.ts';
import { statusLine } from './status-line.ts';
import { SuggestionChoice } from './suggestion-choice.ts';

export interface NesEditorInit {
  readonly file: EditedFile;
  readonly text: string;
  readonly screen: FullScreen;
  readonly hasColours: boolean;
}

export class NesEditor {
  readonly #init: NesEditorInit;
  /** Resolves when the user leaves, and rejects when something is wrong with the editor. */
  readonly left: Promise<void>;
  #leave: () => void = () => undefined;
  #fail: (error: unknown) => void = () => undefined;
  #adviser: Adviser | undefined;
  #state: EditorState;
  readonly #saver: Saver;
  #scroll: Scroll = { top: 0, left: 0 };
  #question: Question | undefined;
  #message = '';
  readonly #choice = new SuggestionChoice();
  /** The suggestion that stands on the screen. */
  #drawn: string | undefined;
  #isDrawing = false;

  constructor(init: NesEditorInit) {
    this.#init = init;
    const text = Text.from(init.text);
    this.#state = stateOf(text);
    this.#saver = new Saver({
      file: init.file,
      text: init.file.isNew ? Text.from('') : text,
      ask: (question) => this.#ask(question),
      tell: (message) => this.tell(message),
      saved: () => this.#adviser?.nes?.save(init.file.uri),
    });
    this.left = new Promise((resolve, reject) => {
      this.#leave = resolve;
      this.#fail = reject;
    });
    // Whoever waits for it may not do so yet.
    this.left.catch(() => undefined);
  }

  set adviser(adviser: Adviser) {
    this.#adviser = adviser;
  }

  get document(): EditedDocument {
    const { file } = this.#init;
    const { text, cursor } = this.#state;
    return { uri: file.uri, languageId: languageOf(file.path), text: String(text), cursor, visible: this.#visible() };
  }

  /** The text, if it is not on the disk. */
  get unsaved(): string | undefined {
    return this.#isChanged ? String(this.#state.text) : undefined;
  }

  get #isChanged(): boolean {
    return !isSameText(this.#state.text, this.#saver.saved);
  }

  /** Says something until the next key. */
  tell(message: string): void {
    this.#message = message;
    this.draw();
  }

  /** Has the user choose a login; undefined when they want none. */
  choose(methods: readonly LoginMethod[], signal: AbortSignal): Promise<string | undefined> {
    const usable = methods.filter(({ obstacle }) => obstacle === undefined).slice(0, 9);
    const list = usable.map(({ name }, index) => `${index + 1} ${inOneLine(name)}`).join(' · ');
    return new Promise((resolve) => {
      signal.addEventListener('abort', () => resolve(undefined), { once: true });
      this.#ask({
        words: () => `log in for suggestions: ${list} · Esc goes on without them`,
        answers: Object.fromEntries(usable.map(({ id }, index) => [String(index + 1), () => resolve(id)])),
        giveUp: () => resolve(undefined),
      });
    });
  }

  // -------------------------------------------------------------------------------------------- keys

  readonly press = (key: Key): void => {
    try {
      this.#press(key);
    } catch (error) {
      this.#fail(error);
    }
    this.draw();
  };

  /** Whoever typed is gone. */
  readonly end = (): void => {
    if (this.#isChanged) this.#fail(new CommandError(exitCodes.failed, 'the terminal is gone'));
    else this.#leave();
  };

  #press(key: Key): void {
    this.#message = '';
    if (this.#question !== undefined) {
      const asked = this.#question;
      if (answer(asked, key) && this.#question === asked) this.#question = undefined;
      return;
    }
    const command = this.#commands[nameOf(key)];
    if (command?.() === true) return;
    const outcome = edited(this.#state, key, { rows: textRows(this.#init.screen.rows) });
    if (outcome !== undefined) this.#take(outcome);
  }

  /** True when the key was meant for this, and not for the text. */
  readonly #commands: Readonly<Record<string, () => boolean>> = {
    tab: () => this.#accept(),
    escape: () => this.#reject(),
    'control+n': () => this.#showNext(),
    'control+`': () => this.#suggest(),
    'control+s': () => this.#save(),
    'control+q': () => this.#quit(),
    'control+c': () => this.#quit(),
    'control+o': () => this.#setOptions(),
    'control+r': () => this.#restart(),
    'control+l': () => this.#redraw(),
  };

  #take({ state, change }: Outcome): void {
    const { cursor } = this.#state;
    this.#state = state;
    const { uri } = this.#init.file;
    const nes = this.#adviser?.nes;
    const hasMoved = cursor.line !== state.cursor.line || cursor.column !== state.cursor.column;
    if (change !== undefined) nes?.change(uri, change.replacements, { cause: change.cause, place: state.cursor });
    else if (hasMoved) nes?.moveCursor(uri, state.cursor);
  }

  // -------------------------------------------------------------------------------------------- suggestions

  #accept(): boolean {
    const shown = this.#suggestion();
    // One that came this very moment is none that somebody wants: they press Tab to indent.
    if (shown?.target === undefined || shown.id !== this.#drawn) return false;
    // What nobody has seen is looked at first.
    if (shown.kind === 'edit' && !this.#isVisible(shown.target)) {
      this.#take(moved(this.#state, shown.target));
      return true;
    }
    if (this.#adviser?.nes?.accept(shown.id) === undefined) return true;
    const { replacements, cursor } = shown;
    const outcome =
      replacements.length > 0
        ? replacedAll(this.#state, replacements, cursor)
        : moved(this.#state, cursor ?? this.#state.cursor);
    if (outcome !== undefined) this.#take(outcome);
    return true;
  }

  #reject(): boolean {
    if (this.#suggestion() === undefined) return false;
    this.#adviser?.nes?.dismiss();
    return true;
  }

  #showNext(): boolean {
    this.#choice.next();
    return true;
  }

  #suggest(): boolean {
    this.#adviser?.nes?.suggest(this.#init.file.uri, this.#state.cursor);
    return true;
  }

  /** The suggestion that is shown. */
  #suggestion(): ShownSuggestion | undefined {
    const { text, cursor } = this.#state;
    return this.#choice.of(this.#adviser?.nes?.offered ?? [], { uri: this.#init.file.uri, text, cursor });
  }

  #setOptions(): boolean {
    const nes = this.#adviser?.nes;
    if (nes === undefined || nes.configOptions.length === 0) this.tell('the agent has no options to set');
    else this.#ask(optionQuestion(nes, (words) => this.tell(words)));
    return true;
  }

  #restart(): boolean {
    if (this.#adviser?.state.kind === 'gone') this.#adviser.start();
    return true;
  }

  // -------------------------------------------------------------------------------------------- the file

  #save(): boolean {
    void this.#saver.save(this.#state.text);
    return true;
  }

  #quit(): boolean {
    if (!this.#isChanged) this.#leave();
    else
      this.#ask({
        words: () => 'not saved: s saves and leaves, d drops the changes, Esc stays',
        answers: { s: () => void this.#saveAndLeave(), d: () => this.#leave() },
      });
    return true;
  }

  async #saveAndLeave(): Promise<void> {
    if (await this.#saver.save(this.#state.text)) this.#leave();
  }

  #ask(question: Question): void {
    const before = this.#question;
    this.#question = question;
    before?.giveUp?.();
    this.draw();
  }

  // -------------------------------------------------------------------------------------------- the screen

  /** Draws soon what there is to see; keys that come together are drawn once. */
  readonly draw = (): void => {
    if (this.#isDrawing) return;
    this.#isDrawing = true;
    setImmediate(() => {
      this.#isDrawing = false;
      try {
        this.#draw();
      } catch (error) {
        this.#fail(error);
      }
    });
  };

  #draw(): void {
    const { screen, hasColours } = this.#init;
    const { columns, rows } = screen;
    const { text, cursor } = this.#state;
    const shown = this.#suggestion();
    const status = statusLine(this.#status(shown), columns, hasColours);
    const scene = { text, cursor, shown, scroll: this.#scroll, columns, rows, hasColours, status };
    const frame = composeFrame(scene);
    this.#scroll = frame.scroll;
    this.#drawn = shown?.id;
    screen.draw(frame);
  }

  #status(shown: ShownSuggestion | undefined): Parameters<typeof statusLine>[0] {
    const { file } = this.#init;
    const { line, column } = this.#state.cursor;
    return {
      file: inOneLine(basename(file.path)),
      isChanged: this.#isChanged,
      agent: this.#adviser?.name ?? '',
      state: this.#adviser?.state ?? { kind: 'starting' },
      hint: shown === undefined ? '' : this.#choice.hint(shown, (place) => this.#isVisible(place)),
      message: shown === undefined ? this.#message : '',
      question: this.#question?.words() ?? '',
      place: `${line + 1}:${column + 1}`,
    };
  }

  #redraw(): true {
    this.#init.screen.forget();
    return true;
  }

  #isVisible({ line }: Place): boolean {
    return line >= this.#scroll.top && line < this.#scroll.top + textRows(this.#init.screen.rows);
  }

  #visible(): Span {
    const { text } = this.#state;
    const { top } = this.#scroll;
    const last = Math.min(top + textRows(this.#init.screen.rows), text.lineCount) - 1;
    return { start: { line: top, column: 0 }, end: { line: last, column: text.line(last).length } };
  }
}
