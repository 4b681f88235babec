/**
 * The editor pane without its elements: the open files, the suggestions for them, and the view that shows one of them.
 *
 * Every change of the text goes through `files.apply`, which tells the agent; every change of the suggestions is drawn
 * into the view.
 */
import type { ChangeCause } from '@acp-stack/nes';
import type { Channel } from '@acp-stack/rpc';
import type { Transaction } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';

import { pathOf } from '../paths/file-path.ts';
import type { EditedDocument } from './edited-document.ts';
import { EditorFiles, type FileAccess, type FileListener } from './editor-files.ts';
import { createState, languageEffect, type EditorCommands } from './editor-state.ts';
import type { FileRequest } from './file-request.ts';
import { drawnIn, drawSuggestion } from './ghost-text.ts';
import { spanOf } from './positions.ts';
import { SuggestionActions } from './suggestion-actions.ts';
import { SuggestionSession, type SuggestionState } from './suggestion-session.ts';

/** What is shown of the suggestions. */
export interface SuggestionSnapshot {
  readonly state: SuggestionState;
  /** Whether there is one to take or to dismiss. */
  readonly isShown: boolean;
  /** The status line; empty if there is nothing to say. */
  readonly words: string;
  /** For screen readers. */
  readonly sentence: string;
}

export interface EditorControllerOptions {
  readonly access: FileAccess;
  /** Opens the connection to the agent that suggests edits. */
  readonly connect: () => Promise<Channel>;
  /** The folder of the session. */
  readonly folder: string;
  /** The nonce of the page, which its style elements need. */
  readonly nonce: string;
  /** Whether the user may change files. */
  readonly canWrite: boolean;
}

export class EditorController {
  readonly files: EditorFiles;
  readonly suggestions: SuggestionSession;
  readonly actions: SuggestionActions;
  /** The nonce of the page, which its style elements need. */
  readonly nonce: string;
  readonly #listeners = new Set<() => void>();
  #request: FileRequest | undefined;
  #view: EditorView | undefined;
  #shown: EditedDocument | undefined;
  #snapshot: SuggestionSnapshot = { state: { kind: 'off' }, isShown: false, words: '', sentence: '' };

  constructor({ access, connect, folder, nonce, canWrite }: EditorControllerOptions) {
    this.nonce = nonce;
    this.files = new EditorFiles({
      access,
      createState: (path, text) => createState({ path, text, nonce, canWrite, commands: this.commands }),
      listener: this.#listener,
    });
    this.suggestions = new SuggestionSession({
      connect,
      folder,
      documents: () => this.files.documents,
      onChange: () => {
        this.#redraw();
      },
    });
    this.actions = new SuggestionActions({
      folder,
      front: () => this.files.front,
      find: (uri) => this.files.find(pathOf(uri, folder) ?? ''),
      nes: () => this.suggestions.nes,
      drawnId: () => (this.#view === undefined ? undefined : drawnIn(this.#view.state)?.id),
      dispatch: (spec) => this.#view?.dispatch(spec),
      isVisible: (offset) => isVisible(this.#view, offset),
      open: (path, line) => void this.files.open(path, line),
    });
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  };

  readonly snapshot = (): SuggestionSnapshot => this.#snapshot;

  /** Shows the file that the user asked for; the same request again changes nothing. */
  async show(request: FileRequest): Promise<void> {
    if (request === this.#request) return;
    this.#request = request;
    await this.open(request.path, request.line);
  }

  /** Opens a file, at a line if there is one. */
  async open(path: string, line?: number): Promise<void> {
    await this.files.open(path, line);
    this.#focusLine();
    this.#view?.focus();
  }

  /** Connects the view, or takes it away. */
  attach(view: EditorView | undefined): void {
    this.#view = view;
    this.#shown = undefined;
    this.#show();
  }

  /** Called by the view for each change; it shows the result. */
  readonly dispatch = (transactions: readonly Transaction[], view: EditorView): void => {
    view.update(transactions);
    const document = this.#shown;
    if (document === undefined) return;
    for (const transaction of transactions) {
      this.files.apply(document, transaction);
      if (transaction.docChanged || transaction.selection === undefined) continue;
      const { main } = transaction.newSelection;
      const selection = main.empty ? undefined : spanOf(transaction.newDoc, main.from, main.to);
      this.suggestions.nes?.moveCursor(document.uri, document.cursor, selection);
    }
    const isMove = transactions.some(({ docChanged, selection }) => docChanged || selection !== undefined);
    if (isMove) this.#redraw();
  };

  /** What the keys do, also for buttons. */
  readonly commands: EditorCommands = {
    take: () => this.#then(this.actions.take()),
    dismiss: () => this.#then(this.actions.dismiss()),
    next: () => this.#then(this.actions.next()),
    ask: () => this.#then(this.actions.ask()),
    forget: () => {
      this.actions.forget();
    },
    save: () => {
      const { front } = this.files;
      if (front !== undefined && canSave(front)) void this.files.save(front.path);
      return true;
    },
  };

  #then(isDone: boolean): boolean {
    if (isDone) this.#redraw();
    return isDone;
  }

  readonly #listener: FileListener = {
    read: (document) => {
      const { uri, languageId, text } = document;
      this.suggestions.nes?.open(uri, languageId, text.toString());
      void this.#colour(document);
    },
    changed: ({ uri, cursor }, { replacements, transaction }) => {
      this.suggestions.nes?.change(uri, replacements, { cause: causeOf(transaction), position: cursor });
    },
    saved: ({ uri }) => {
      this.suggestions.nes?.save(uri);
    },
    closed: ({ uri }) => {
      this.suggestions.nes?.close(uri);
      this.#show();
    },
    shown: () => {
      this.#show();
      this.#focusLine();
    },
  };

  /** Loads the grammar of a file, and applies it. */
  async #colour(document: EditedDocument): Promise<void> {
    // Without its grammar a file is shown in one colour.
    const effects = await languageEffect(document.path).catch(() => undefined);
    if (effects === undefined) return;
    if (document === this.#shown) this.#view?.dispatch({ effects });
    else document.apply(document.state.update({ effects }));
  }

  /** Shows the front file in the view. */
  #show(): void {
    const view = this.#view;
    const document = this.files.front;
    if (view === undefined || document === this.#shown) return;
    this.#shown = document;
    if (document === undefined) return;
    view.setState(document.state);
    const { doc } = document.state;
    const { from, to } = view.visibleRanges[0] ?? { from: 0, to: 0 };
    this.suggestions.nes?.focus(document.uri, document.cursor, spanOf(doc, from, Math.min(to, doc.length)));
    this.#redraw();
  }

  /** Goes to the line that the user asked for. */
  #focusLine(): void {
    const view = this.#view;
    const document = this.files.front;
    if (view === undefined || document === undefined) return;
    const line = this.files.takeLine(document.path);
    if (line === undefined) return;
    const { doc } = view.state;
    const { from } = doc.line(Math.min(Math.max(line, 1), doc.lines));
    view.dispatch({ selection: { anchor: from }, scrollIntoView: true, userEvent: 'select' });
    view.focus();
  }

  #redraw(): void {
    const drawn = this.actions.drawn;
    const view = this.#view;
    if (view !== undefined && !isSameDrawing(drawnIn(view.state), drawn)) {
      const transaction = view.state.update({ effects: drawSuggestion.of(drawn) });
      view.update([transaction]);
      this.#shown?.apply(transaction);
    }
    const { words, sentence } = this.actions;
    const next = { state: this.suggestions.state, isShown: drawn !== undefined, words, sentence };
    const before = this.#snapshot;
    const isSame = next.state === before.state && words === before.words && sentence === before.sentence;
    if (isSame && next.isShown === before.isShown) return;
    this.#snapshot = next;
    for (const listener of this.#listeners) listener();
  }
}

const canSave = ({ state }: EditedDocument): boolean => !state.readOnly;

function causeOf(transaction: Transaction): ChangeCause {
  if (transaction.isUserEvent('undo')) return 'undo';
  if (transaction.isUserEvent('redo')) return 'redo';
  return transaction.isUserEvent('input.paste') ? 'paste' : 'typing';
}

/** Whether an offset is in the part of the text that is on the screen. */
function isVisible(view: EditorView | undefined, offset: number): boolean {
  if (view === undefined) return false;
  const box = view.scrollDOM.getBoundingClientRect();
  const place = view.coordsAtPos(offset);
  return place !== null && place.top >= box.top && place.bottom <= box.bottom;
}

type Drawn = ReturnType<typeof drawnIn>;

const isSameDrawing = (one: Drawn, other: Drawn): boolean =>
  one === other || (one?.id === other?.id && JSON.stringify(one) === JSON.stringify(other));
