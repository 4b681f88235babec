/**
 * The editor: handles keys, draws frames, and notifies the agent.
 *
 * Text changes are in `editor-state.ts`, and frames in `compose-frame.ts`; this class connects them to the files, the
 * screen and the agent.
 */
import type { ShownSuggestion } from '@acp-stack/nes';
import type { LoginMethod } from '@acp-stack/workspace/client';

import { languageOfPath } from '../../tui/highlight.ts';
import type { Key } from '../../tui/key.ts';
import type { Theme } from '../../tui/theme.ts';
import { CommandError, exitCodes } from '../../errors/command-error.ts';
import type { FullScreen } from '../../tui/full-screen.ts';
import { inOneLine } from '../../text/strip-control-characters.ts';
import type { SuggestionAgent, EditedDocument } from './suggestion-agent.ts';
import { composeFrame, textRows } from './compose-frame.ts';
import type { ReadFile } from './edited-file.ts';
import { edited, nameOf } from './editing-keys.ts';
import type { Outcome } from './editor-state.ts';
import { OpenFiles } from './open-files.ts';
import type { OpenFile } from './open-file.ts';
import { optionQuestion } from './option-question.ts';
import { answer, type Question } from './question.ts';
import type { WorkspaceFolder } from './workspace-folder.ts';
import { statusRows, type Status } from './status-line.ts';
import { SuggestionController } from './suggestion-controller.ts';

/** The agent that suggests edits. */
type EditorAgent = Pick<SuggestionAgent, 'nes' | 'state' | 'name' | 'start'> &
  Partial<Pick<SuggestionAgent, 'findProblems'>>;

export interface NesEditorInit {
  /** The open files; the first one is visible. */
  readonly files: readonly [ReadFile, ...ReadFile[]];
  /** The folder with other files. */
  readonly workspace: WorkspaceFolder;
  readonly screen: Pick<FullScreen, 'columns' | 'rows' | 'draw' | 'forget'>;
  readonly theme: Theme;
}

export class NesEditor {
  readonly #init: NesEditorInit;
  #theme: Theme;
  /** Resolves when the user quits, and rejects on an internal error. */
  readonly left: Promise<void>;
  #leave: () => void = () => undefined;
  #fail: (error: unknown) => void = () => undefined;
  #agent: EditorAgent | undefined;
  readonly #files: OpenFiles;
  readonly #suggestions: SuggestionController;
  /** Keys that arrived while a file is being read; they are for that file. */
  #heldKeys: Key[] | undefined;
  #question: Question | undefined;
  #message = '';
  /** The number of status rows. */
  #statusHeight = 1;
  #isDrawScheduled = false;

  constructor(init: NesEditorInit) {
    this.#init = init;
    this.#theme = init.theme;
    this.#files = new OpenFiles({
      files: init.files,
      ask: (question) => this.#ask(question),
      showMessage: (message) => this.showMessage(message),
      saved: (uri) => {
        this.#agent?.nes?.save(uri);
        this.#agent?.findProblems?.();
      },
      shown: (file) => this.#reportShown(file),
      leave: () => this.#leave(),
    });
    this.#suggestions = new SuggestionController({
      files: this.#files,
      workspace: init.workspace,
      nes: () => this.#agent?.nes,
      isAsking: () => this.#agent?.state.kind === 'asking',
      rows: () => this.#rows,
      applyOutcome: (outcome) => this.#applyOutcome(outcome),
      holdKeysUntil: (work) => this.#holdKeysUntil(work),
      showMessage: (message) => this.showMessage(message),
    });
    this.left = new Promise((resolve, reject) => {
      this.#leave = resolve;
      this.#fail = reject;
    });
    // The promise may not be awaited yet.
    this.left.catch(() => undefined);
  }

  set agent(agent: EditorAgent) {
    this.#agent = agent;
  }

  /** The documents for the agent, the visible one first. */
  get documents(): readonly EditedDocument[] {
    return this.#files.all.map((file) => file.document(this.#rows));
  }

  /** The files with unsaved changes. */
  get unsaved(): readonly OpenFile[] {
    return this.#files.changed;
  }

  get #rows(): number {
    return textRows(this.#init.screen.rows, this.#statusHeight);
  }

  /** Draws in another theme from now on. */
  use(theme: Theme): void {
    this.#theme = theme;
    this.draw();
  }

  /** Shows a message until the next key. */
  showMessage(message: string): void {
    this.#message = message;
    this.draw();
  }

  /** Asks the user for a login method; undefined if none was chosen. */
  choose(methods: readonly LoginMethod[], signal: AbortSignal): Promise<string | undefined> {
    const usable = methods.filter(({ obstacle }) => obstacle === undefined).slice(0, 9);
    const list = usable.map(({ name }, index) => `${index + 1} ${inOneLine(name)}`).join(' · ');
    return new Promise((resolve) => {
      signal.addEventListener('abort', () => resolve(undefined), { once: true });
      this.#ask({
        words: () => `log in for suggestions: ${list} · Esc skips the login`,
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

  /** The terminal was closed. */
  readonly end = (): void => {
    if (this.unsaved.length > 0) this.#fail(new CommandError(exitCodes.failed, 'the terminal was closed'));
    else this.#leave();
  };

  #press(key: Key): void {
    if (this.#heldKeys !== undefined) {
      this.#heldKeys.push(key);
      return;
    }
    this.#message = '';
    if (key.name !== 'tab') this.#suggestions.forgetLastTab();
    if (this.#question !== undefined) {
      const question = this.#question;
      if (answer(question, key) && this.#question === question) this.#question = undefined;
      return;
    }
    const command = this.#commands[nameOf(key)];
    if (command?.() === true) return;
    const outcome = edited(this.#files.front.state, key, { rows: this.#rows });
    if (outcome !== undefined) this.#applyOutcome(outcome);
  }

  /** The command keys; an action returns false if the key is for the text. */
  readonly #commands: Readonly<Record<string, () => boolean>> = {
    tab: () => this.#suggestions.handleTab(),
    escape: () => this.#suggestions.reject(),
    'control+n': () => this.#suggestions.showNext(),
    'control+`': () => this.#suggestions.ask(),
    'control+s': () => this.#save(),
    'control+p': () => this.#listFiles(),
    'control+q': () => this.#quit(),
    'control+c': () => this.#quit(),
    'control+o': () => this.#setOptions(),
    'control+r': () => this.#restart(),
    'control+l': () => this.#redraw(),
  };

  /** Keeps the keys that arrive before `work` is done and handles them then: they are for its result. */
  #holdKeysUntil(work: Promise<void>): void {
    this.#heldKeys = [];
    void work.catch(this.#fail).finally(() => {
      const keys = this.#heldKeys ?? [];
      this.#heldKeys = undefined;
      for (const key of keys) this.press(key);
      this.draw();
    });
  }

  #applyOutcome({ state, change }: Outcome): void {
    const { front } = this.#files;
    const { cursor } = front.state;
    front.state = state;
    const { uri } = front;
    const nes = this.#agent?.nes;
    const hasMoved = cursor.line !== state.cursor.line || cursor.column !== state.cursor.column;
    if (change !== undefined) nes?.change(uri, change.replacements, { cause: change.cause, position: state.cursor });
    else if (hasMoved) nes?.moveCursor(uri, state.cursor);
  }

  // -------------------------------------------------------------------------------------------- the agent

  #setOptions(): boolean {
    const nes = this.#agent?.nes;
    if (nes === undefined || nes.configOptions.length === 0) this.showMessage('the agent has no options to set');
    else this.#ask(optionQuestion(nes, (words) => this.showMessage(words)));
    return true;
  }

  #restart(): boolean {
    if (this.#agent?.state.kind === 'gone') this.#agent.start();
    return true;
  }

  // -------------------------------------------------------------------------------------------- the files

  /** Notifies the agent that another file is visible. */
  #reportShown(file: OpenFile): void {
    const { uri, cursor, visible } = file.document(this.#rows);
    this.#agent?.nes?.focus(uri, cursor, visible);
    this.draw();
  }

  #save(): boolean {
    void this.#files.front.save();
    return true;
  }

  #listFiles(): boolean {
    this.#files.list();
    return true;
  }

  #quit(): boolean {
    this.#files.quit();
    return true;
  }

  #ask(question: Question): void {
    const previous = this.#question;
    this.#question = question;
    previous?.giveUp?.();
    this.draw();
  }

  // -------------------------------------------------------------------------------------------- the screen

  /** Schedules a frame, so that keys that arrive together are drawn once. */
  readonly draw = (): void => {
    if (this.#isDrawScheduled) return;
    this.#isDrawScheduled = true;
    setImmediate(() => {
      this.#isDrawScheduled = false;
      try {
        this.#draw();
      } catch (error) {
        this.#fail(error);
      }
    });
  };

  #draw(): void {
    const theme = this.#theme;
    const { screen } = this.#init;
    const { columns, rows } = screen;
    const { front } = this.#files;
    const { text, cursor } = front.state;
    const { shown } = this.#suggestions;
    const status = statusRows(this.#status(shown), { columns, rows, theme });
    this.#statusHeight = status.length;
    const language = languageOfPath(front.file.path);
    const scene = { text, cursor, shown, scroll: front.scroll, columns, rows, theme, language, status };
    const frame = composeFrame(scene);
    front.scroll = frame.scroll;
    this.#suggestions.recordDrawn(shown);
    screen.draw(frame);
  }

  #status(shown: ShownSuggestion | undefined): Status {
    const { front, all } = this.#files;
    const { line, column } = front.state.cursor;
    return {
      file: front.name,
      isChanged: front.isChanged,
      hasOthers: all.length > 1,
      agent: this.#agent?.name ?? '',
      state: this.#agent?.state ?? { kind: 'starting' },
      hint: this.#suggestions.hint(shown),
      message: shown === undefined ? this.#message || this.#noMoreMessage : '',
      question: this.#question?.words() ?? '',
      place: `${line + 1}:${column + 1}`,
    };
  }

  /** The message that there are no more suggestions, unless the agent has stopped. */
  get #noMoreMessage(): string {
    const isRunning = this.#agent?.state.kind !== 'gone';
    if (!isRunning) return '';
    if (this.#suggestions.hasFoundNothing) return 'nothing to suggest here';
    return this.#suggestions.hasNoMore ? 'no more suggestions; after any other key, Tab indents' : '';
  }

  #redraw(): true {
    this.#init.screen.forget();
    return true;
  }
}
