/**
 * Suggestions of the next edit: what the editor does is told to the agent, and the keys take what it suggests.
 *
 * The default agent is asked, or the one that comes with the extension if the default agent suggests no edits. The
 * editor works without either.
 */
import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';

import {
  applyAll,
  nesClientCapabilities,
  startNes,
  SuggestionChoice,
  Text,
  type ChangeCause,
  type NesClient,
  type Replacement,
  type ShownSuggestion,
  type Span,
  type SuggestionKind,
  type SuggestTiming,
  type TextPosition,
} from '@acp-stack/nes';
import type { Channel } from '@acp-stack/rpc';
import { client, type ClientConnection } from '@acp-stack/sdk';

import { isInFolder } from './is-in-folder.ts';

/** A file that is open in the editor. */
export interface EditedFile {
  readonly uri: string;
  readonly languageId: string;
  readonly text: string;
}

/** The file that the user edits. */
export interface ActiveFile extends EditedFile {
  readonly cursor: TextPosition;
}

/** What suggestions need of the editor. */
export interface EditsEditor {
  /** The version of the extension, which agents are told. */
  readonly version: string;
  readonly files: () => readonly EditedFile[];
  readonly active: () => ActiveFile | undefined;
  readonly folders: () => readonly string[];
  /** Makes the replacements, all of which are in the text as it is; false if the editor did not make them. */
  readonly apply: (uri: string, replacements: readonly Replacement[]) => Promise<boolean>;
  /** Shows a place. */
  readonly show: (uri: string, position: TextPosition) => Promise<void>;
  /** Starts an agent for suggestions: the default one, or that which comes with the extension. */
  readonly connect: (which: 'default' | 'own') => Promise<Channel>;
  /** What is suggested has changed. */
  readonly onChange: () => void;
  readonly log: (line: string) => void;
  readonly timing?: Partial<SuggestTiming>;
}

/** Expressions of an agent could block the editor, so searches are not asked for. */
const kinds: readonly SuggestionKind[] = ['edit', 'jump', 'rename'];

/** Milliseconds for requests that run when the connection is closed. */
const endGrace = 500;

interface Running {
  readonly connection: ClientConnection;
  readonly nes: NesClient;
}

export class NextEdits implements AsyncDisposable {
  readonly #editor: EditsEditor;
  readonly #choice = new SuggestionChoice();
  #running: Promise<Running | undefined> | undefined;
  #nes: NesClient | undefined;
  readonly #texts = new Map<string, Text>();

  constructor(editor: EditsEditor) {
    this.#editor = editor;
  }

  /** Starts, unless it runs or is starting; resolves with whether there are suggestions. */
  async start(): Promise<boolean> {
    this.#running ??= this.#start();
    return (await this.#running) !== undefined;
  }

  /** Ends the agent; suggestions can be started again. */
  async stop(): Promise<void> {
    const running = this.#running;
    this.#running = undefined;
    this.#nes = undefined;
    this.#texts.clear();
    this.#editor.onChange();
    const { nes, connection } = (await running) ?? {};
    await nes?.[Symbol.asyncDispose]().catch(() => undefined);
    await connection?.close({ grace: endGrace });
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop();
  }

  // ------------------------------------------------------------------------------------ events of the editor

  opened({ uri, languageId, text }: EditedFile): void {
    if (this.#nes === undefined) return;
    this.#texts.set(uri, Text.from(text));
    this.#nes.open(uri, languageId, text);
  }

  changed(file: EditedFile, cause: ChangeCause): void {
    if (this.#nes === undefined) return;
    if (!this.#texts.has(file.uri)) {
      this.opened(file);
      return;
    }
    const made = this.#madeBy(file);
    if (made !== undefined) this.#nes.accept(made.id);
    this.#texts.set(file.uri, Text.from(file.text));
    this.#nes.change(file.uri, file.text, { cause });
  }

  closed(uri: string): void {
    if (this.#texts.delete(uri)) this.#nes?.close(uri);
  }

  saved(uri: string): void {
    if (this.#texts.has(uri)) this.#nes?.save(uri);
  }

  /** The user has come to a file, of which `visible` is on the screen. */
  focused(file: ActiveFile, visible: Span): void {
    if (this.#nes === undefined) return;
    if (!this.#texts.has(file.uri)) this.opened(file);
    this.#nes.focus(file.uri, file.cursor, visible);
    this.#editor.onChange();
  }

  /** The cursor was moved without a change. */
  moved(uri: string, cursor: TextPosition, selection?: Span): void {
    if (!this.#texts.has(uri)) return;
    this.#nes?.moveCursor(uri, cursor, selection);
    this.#editor.onChange();
  }

  // -------------------------------------------------------------------------------------------- suggestions

  /** The suggestion to show in the active file. */
  get shown(): ShownSuggestion | undefined {
    const active = this.#editor.active();
    if (active === undefined || this.#nes === undefined) return undefined;
    const { uri, cursor } = active;
    const text = this.#texts.get(uri);
    if (text === undefined) return undefined;
    return this.#choice.of(this.#nes.offered, {
      uri,
      text,
      cursor,
      textOf: (other) => this.#texts.get(other),
      canOpen: (other) => this.#editor.folders().some((folder) => isInFolder(other, folder)),
    });
  }

  /** The text that the suggestion adds, if that is all and at the cursor, so that the editor can show and take it. */
  get inline(): string | undefined {
    const { shown } = this;
    const cursor = this.#editor.active()?.cursor;
    const [only, ...others] = shown?.drawn ?? [];
    if (shown === undefined || only === undefined || cursor === undefined || others.length > 0) return undefined;
    const { start, end } = only.span;
    const isEmpty = start.line === end.line && start.column === end.column;
    const isHere = start.line === cursor.line && start.column === cursor.column;
    return isEmpty && isHere ? only.text : undefined;
  }

  /** What the key does, in a few words; undefined if there is nothing to show. */
  get hint(): string | undefined {
    const { shown } = this;
    const cursor = this.#editor.active()?.cursor;
    if (shown === undefined || cursor === undefined) return undefined;
    const { target, elsewhere, words, kind } = shown;
    if (target === undefined) return elsewhere === undefined ? words : `Tab ${words}`;
    return kind !== 'edit' || target.line === cursor.line ? `Tab ${words}` : `Tab goes to line ${target.line + 1}`;
  }

  /** The key: goes where the suggestion is, or takes it if the cursor is there. */
  async take(): Promise<void> {
    const { shown } = this;
    const active = this.#editor.active();
    if (shown === undefined || active === undefined) return;
    const { id, kind, replacements, cursor, target, elsewhere } = shown;
    if (elsewhere !== undefined) {
      if (kind !== 'jump' || this.#nes?.accept(id) !== undefined) {
        await this.#editor.show(elsewhere.uri, elsewhere.position);
      }
      return;
    }
    if (target === undefined) return;
    if (kind === 'edit' && target.line !== active.cursor.line) {
      // The next press takes it.
      await this.#editor.show(active.uri, target);
      return;
    }
    if (this.#nes?.accept(id) === undefined) return;
    if (replacements.length > 0) await this.#editor.apply(active.uri, replacements);
    if (cursor !== undefined) await this.#editor.show(active.uri, cursor);
    this.#editor.onChange();
  }

  /** Dismisses what is suggested. */
  dismiss(): void {
    this.#nes?.dismiss();
    this.#editor.onChange();
  }

  /** Asks for a suggestion at the cursor now; false if no agent suggests edits, or no file is edited. */
  async ask(): Promise<boolean> {
    if (!(await this.start())) return false;
    const active = this.#editor.active();
    if (active === undefined) return false;
    if (!this.#texts.has(active.uri)) this.opened(active);
    this.#nes?.suggest(active.uri, active.cursor);
    return true;
  }

  /** The suggestion that is all that has changed: the editor took it itself, or the user typed it. */
  #madeBy({ uri, text }: EditedFile): ShownSuggestion | undefined {
    const { shown } = this;
    const before = this.#texts.get(uri);
    if (shown?.kind !== 'edit' || before === undefined || this.#editor.active()?.uri !== uri) return undefined;
    return String(applyAll(before, shown.replacements)) === text ? shown : undefined;
  }

  async #start(): Promise<Running | undefined> {
    for (const which of ['default', 'own'] as const) {
      try {
        const running = await this.#startWith(which);
        if (running !== undefined) return running;
      } catch (error) {
        this.#editor.log(`There are no next edits: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
    return undefined;
  }

  async #startWith(which: 'default' | 'own'): Promise<Running | undefined> {
    const { version, folders, connect, onChange, files, timing, log } = this.#editor;
    const info = { name: 'acp-vscode', title: 'acp in VS Code', version };
    const app = client(info, { capabilities: nesClientCapabilities(kinds) });
    const connection = await app.connect(await connect(which));
    if ((connection.capabilities.nes ?? undefined) === undefined) {
      await connection.close({ grace: endGrace });
      return undefined;
    }
    const workspaceFolders = folders().map((folder) => ({
      uri: pathToFileURL(folder).href,
      name: basename(folder) || folder,
    }));
    const [first] = workspaceFolders;
    const nes = await startNes(connection, {
      workspace: { ...(first === undefined ? {} : { workspaceUri: first.uri }), workspaceFolders },
      kinds,
      onSuggestions: onChange,
      onError: (error) => {
        log(`The agent suggested no edit: ${error instanceof Error ? error.message : String(error)}`);
      },
      ...(timing === undefined ? {} : { timing }),
    });
    this.#nes = nes;
    for (const file of files()) this.opened(file);
    void connection.closed.then(() => {
      if (this.#nes !== nes) return;
      // It is started again when the next file is shown.
      this.#nes = undefined;
      this.#running = undefined;
      this.#texts.clear();
      onChange();
    });
    return { connection, nes };
  }
}
