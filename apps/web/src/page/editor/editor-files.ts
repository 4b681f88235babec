/**
 * The files that are open in the editor, and what happens to them on the disk.
 *
 * A file is written only over the version that was read. If another program has changed it, the user decides: load that
 * text, or write over it. What was typed is never thrown away without a question.
 */
import type { EditorState, Transaction } from '@codemirror/state';
import type { Replacement } from '@acp-stack/nes';

import { nameOf } from '../paths/file-path.ts';
import { EditedDocument, type LoadedFile } from './edited-document.ts';

/** Reads and writes files of the session. */
export interface FileAccess {
  readonly read: (path: string) => Promise<LoadedFile>;
  /** Without a version the file is written whatever is there. */
  readonly write: (path: string, text: string, version?: string) => Promise<{ readonly version: string }>;
}

/** What is shown of a file. */
export interface ShownFile {
  readonly path: string;
  readonly name: string;
  readonly status: 'loading' | 'ready' | 'saving' | 'failed';
  /** One sentence: why it could not be read or written. */
  readonly problem?: string;
  /** Whether there is something to save. */
  readonly isChanged: boolean;
  /** Whether another program has changed the file since it was read. */
  readonly isOutdated: boolean;
}

/** All files, and the one that is shown. */
export interface FilesSnapshot {
  readonly files: readonly ShownFile[];
  readonly front: string | undefined;
}

/** Told about what happens to files, for suggestions. */
export interface FileListener {
  /** A file was read, for the first time or again. */
  readonly read?: (document: EditedDocument) => void;
  readonly changed?: (
    document: EditedDocument,
    change: { readonly replacements: readonly Replacement[]; readonly transaction: Transaction },
  ) => void;
  readonly saved?: (document: EditedDocument) => void;
  readonly closed?: (document: EditedDocument) => void;
  readonly shown?: (document: EditedDocument) => void;
}

interface Entry {
  readonly path: string;
  status: ShownFile['status'];
  problem: string | undefined;
  isOutdated: boolean;
  document: EditedDocument | undefined;
  /** The last time that it was written: whether it was. */
  saving: Promise<boolean> | undefined;
  /** The line to show when it is read, from 1. */
  line: number | undefined;
  shown: ShownFile | undefined;
}

export interface EditorFilesOptions {
  readonly access: FileAccess;
  /** The state of the editor for a text. */
  readonly createState: (path: string, text: string) => EditorState;
  readonly listener?: FileListener;
}

export class EditorFiles {
  readonly #options: EditorFilesOptions;
  readonly #entries = new Map<string, Entry>();
  readonly #listeners = new Set<() => void>();
  #front: string | undefined;
  #snapshot: FilesSnapshot = { files: [], front: undefined };

  constructor(options: EditorFilesOptions) {
    this.#options = options;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  };

  readonly snapshot = (): FilesSnapshot => this.#snapshot;

  /** The file that is shown, when it has been read. */
  get front(): EditedDocument | undefined {
    return this.#front === undefined ? undefined : this.find(this.#front);
  }

  /** An open file. */
  find(path: string): EditedDocument | undefined {
    return this.#entries.get(path)?.document;
  }

  /** All files that have been read. */
  get documents(): readonly EditedDocument[] {
    return [...this.#entries.values()].flatMap(({ document }) => document ?? []);
  }

  /** Shows a file, which is read if it is not open; resolves when it is shown, or could not be read. */
  async open(path: string, line?: number): Promise<EditedDocument | undefined> {
    const known = this.#entries.get(path);
    const entry: Entry = known ?? {
      path,
      status: 'loading',
      problem: undefined,
      isOutdated: false,
      document: undefined,
      saving: undefined,
      line,
      shown: undefined,
    };
    if (known === undefined) this.#entries.set(path, entry);
    else entry.line = line;
    this.#front = path;
    this.#changed(entry);
    if (entry.document === undefined) await this.#load(entry);
    else this.#options.listener?.shown?.(entry.document);
    return entry.document;
  }

  /** The line that the user asked for; the caller shows it once. */
  takeLine(path: string): number | undefined {
    const entry = this.#entries.get(path);
    const line = entry?.line;
    if (entry !== undefined) entry.line = undefined;
    return line;
  }

  /** Takes a change of the editor. */
  apply(document: EditedDocument, transaction: Transaction): void {
    const replacements = document.apply(transaction);
    if (replacements.length === 0) return;
    this.#options.listener?.changed?.(document, { replacements, transaction });
    const entry = this.#entries.get(document.path);
    if (entry !== undefined && entry.shown?.isChanged !== document.isChanged) this.#changed(entry);
  }

  /**
   * Writes a file; with `overwrite` whatever another program has written, after a writing that is under way. Resolves
   * with whether it was written.
   */
  async save(path: string, { overwrite = false } = {}): Promise<boolean> {
    const entry = this.#entries.get(path);
    if (entry?.document === undefined || (entry.status === 'saving' && !overwrite)) return false;
    const before = entry.status === 'saving' ? entry.saving : undefined;
    entry.saving = before === undefined ? this.#write(entry, overwrite) : before.then(() => this.#write(entry, true));
    return entry.saving;
  }

  async #write(entry: Entry, overwrite: boolean): Promise<boolean> {
    const { document, path } = entry;
    if (document === undefined || this.#entries.get(path) !== entry) return false;
    const { doc } = document.state;
    entry.status = 'saving';
    entry.problem = undefined;
    this.#changed(entry);
    try {
      const { access } = this.#options;
      const { version } = await access.write(path, doc.toString(), overwrite ? undefined : document.version);
      document.saved(doc, version);
      entry.isOutdated = false;
      this.#options.listener?.saved?.(document);
      return true;
    } catch (error) {
      if (reasonOf(error) === 'changed') entry.isOutdated = true;
      else entry.problem = messageOf(error);
      return false;
    } finally {
      entry.status = 'ready';
      this.#changed(entry);
    }
  }

  /** Reads a file again; unsaved changes are lost, so the caller has asked. */
  async reload(path: string): Promise<void> {
    const entry = this.#entries.get(path);
    if (entry !== undefined) await this.#load(entry);
  }

  /**
   * Looks whether other programs have changed the open files. One without unsaved changes shows the new text at once;
   * of the others it is said.
   */
  async checkDisk(): Promise<void> {
    const ready = [...this.#entries.values()].filter(({ status, document }) => status === 'ready' && document);
    await Promise.all(ready.map((entry) => this.#check(entry)));
  }

  /** Closes a file; unsaved changes are lost, so the caller has asked. */
  close(path: string): void {
    const entry = this.#entries.get(path);
    if (entry === undefined) return;
    const paths = [...this.#entries.keys()];
    const index = paths.indexOf(path);
    this.#entries.delete(path);
    if (this.#front === path) this.#front = paths[index + 1] ?? paths[index - 1];
    if (entry.document !== undefined) this.#options.listener?.closed?.(entry.document);
    this.#changed();
    const { front } = this;
    if (front !== undefined) this.#options.listener?.shown?.(front);
  }

  async #load(entry: Entry): Promise<void> {
    try {
      const file = await this.#options.access.read(entry.path);
      if (this.#entries.get(entry.path) !== entry) return;
      this.#take(entry, file);
    } catch (error) {
      entry.status = entry.document === undefined ? 'failed' : 'ready';
      entry.problem = messageOf(error);
      this.#changed(entry);
    }
  }

  async #check(entry: Entry): Promise<void> {
    const { document } = entry;
    // A file that cannot be read now may be being replaced; saving it says what is wrong.
    const file = await this.#options.access.read(entry.path).catch(() => undefined);
    const isSame = file === undefined || document === undefined || file.version === document.version;
    if (isSame || entry.document !== document || entry.status !== 'ready') return;
    if (!document.isChanged) this.#take(entry, file);
    else if (!entry.isOutdated) {
      entry.isOutdated = true;
      this.#changed(entry);
    }
  }

  #take(entry: Entry, file: LoadedFile): void {
    const { createState, listener } = this.#options;
    const document = new EditedDocument(entry.path, file, createState(entry.path, file.text));
    entry.document = document;
    entry.status = 'ready';
    entry.problem = undefined;
    entry.isOutdated = false;
    listener?.read?.(document);
    this.#changed(entry);
    if (this.#front === entry.path) listener?.shown?.(document);
  }

  #changed(entry?: Entry): void {
    if (entry !== undefined) entry.shown = undefined;
    const files = [...this.#entries.values()].map((each) => (each.shown ??= shownFile(each)));
    this.#snapshot = { files, front: this.#front };
    for (const listener of this.#listeners) listener();
  }
}

const shownFile = ({ path, status, problem, isOutdated, document }: Entry): ShownFile => ({
  path,
  name: nameOf(path),
  status,
  ...(problem === undefined ? {} : { problem }),
  isChanged: document?.isChanged ?? false,
  isOutdated,
});

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The reason in the data of an error of the hub. */
const reasonOf = (error: unknown): unknown =>
  (Object((Object(error) as { readonly data?: unknown }).data) as { readonly reason?: unknown }).reason;
