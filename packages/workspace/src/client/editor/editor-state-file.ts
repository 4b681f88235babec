/**
 * The documents of an editor that writes its state to a small JSON file, which is read again whenever it has changed.
 *
 * The file decides what an agent reads, so it must belong to the user, be small, and be a plain file. A refused file
 * counts as absent, and one sentence says why; an absent file means that the editor is not running.
 */
import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from 'node:fs';

import { isAbsolutePath } from '../../paths/path-rules.ts';
import { noWait } from '../../paths/regular-file.ts';
import type { EditorDocument, EditorSelection, EditorState } from './editor-state.ts';

/** Options of an `EditorStateFile`. */
export interface EditorStateFileOptions {
  /** Called with one sentence that says why the file is not used; once until the reason changes. */
  readonly onProblem?: (sentence: string) => void;
}

interface StateContent {
  readonly open: readonly EditorDocument[];
  readonly recent: readonly EditorDocument[];
  readonly active: EditorDocument | undefined;
  readonly selection: EditorSelection | undefined;
}

const maxBytes = 1024 * 1024;
const maxDocuments = 1000;
const longestPath = 4096;
const longestLanguage = 100;
const nothing: StateContent = { open: [], recent: [], active: undefined, selection: undefined };

/** Says what is wrong with the file, but never what is in it. */
class Refusal extends Error {}

/** The documents that an editor lists in a JSON file; the file is checked at every call. */
export class EditorStateFile implements EditorState {
  readonly #path: string;
  readonly #onProblem: (sentence: string) => void;
  #content = nothing;
  /** Identifies the content that was read last. */
  #version = '';
  #problem: string | undefined;

  constructor(path: string, { onProblem = () => undefined }: EditorStateFileOptions = {}) {
    this.#path = path;
    this.#onProblem = onProblem;
  }

  /** The open documents in the file; none without a file. */
  open(): readonly EditorDocument[] {
    return this.#read().open;
  }

  /** The recently opened documents in the file, newest first. */
  recent(): readonly EditorDocument[] {
    return this.#read().recent;
  }

  /** The active document in the file. */
  active(): EditorDocument | undefined {
    return this.#read().active;
  }

  /** The selection in the file. */
  selection(): EditorSelection | undefined {
    return this.#read().selection;
  }

  #read(): StateContent {
    let problem: string | undefined;
    try {
      this.#readIfChanged();
    } catch (error) {
      this.#content = nothing;
      this.#version = '';
      problem = problemOf(error);
    }
    if (problem !== undefined && problem !== this.#problem) {
      this.#onProblem(`the editor state in ${this.#path} is not used: ${problem}`);
    }
    this.#problem = problem;
    return this.#content;
  }

  #readIfChanged(): void {
    // Opening a pipe must not wait for its writer.
    const file = openSync(this.#path, constants.O_RDONLY | noWait);
    try {
      const stats = fstatSync(file);
      checkOwner(stats);
      const version = [stats.dev, stats.ino, stats.size, stats.mtimeMs, stats.ctimeMs].join(' ');
      if (version === this.#version) return;
      this.#content = readContent(readText(file));
      this.#version = version;
    } finally {
      closeSync(file);
    }
  }
}

function problemOf(error: unknown): string | undefined {
  if (error instanceof Refusal) return error.message;
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
  if (code === undefined) throw error;
  return `it cannot be read (${code}); check its type and its permissions`;
}

/** Only the user may be able to write the file, because it decides what the agent reads. */
function checkOwner({ mode, uid, size }: Stats): void {
  if ((mode & constants.S_IFMT) !== constants.S_IFREG)
    throw new Refusal('it is no file; name the file that the editor writes');
  if (size > maxBytes) throw new Refusal(`it is larger than ${maxBytes} bytes; have the editor write less`);
  const user = process.getuid?.();
  if (user === undefined) return;
  if (uid !== user && uid !== 0) throw new Refusal('it belongs to another user; have your own editor write it');
  if ((mode & 0o022) !== 0) throw new Refusal('others can write it; chmod 600 it, and have the editor create it so');
}

function readText(file: number): string {
  const bytes = Buffer.allocUnsafe(maxBytes + 1);
  let length = 0;
  for (;;) {
    const read = readSync(file, bytes, length, bytes.length - length, null);
    length += read;
    if (read === 0) break;
    if (length > maxBytes) throw new Refusal(`it is larger than ${maxBytes} bytes; have the editor write less`);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, length));
  } catch {
    throw new Refusal('it is no UTF-8; have the editor write it as such');
  }
}

// -------------------------------------------------------------------------------------------- content

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function readContent(text: string): StateContent {
  const content = parse(text);
  if (!isFields(content)) throw new Refusal('it must be a JSON object; see the guide to editor state');
  const { active, open, recent, selection } = content;
  return {
    open: documentsOf(open, 'open'),
    recent: documentsOf(recent, 'recent'),
    active: active === undefined || active === null ? undefined : documentsOf([active], 'active')[0],
    selection: selection === undefined || selection === null ? undefined : selectionOf(selection),
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal('it is no JSON; have the editor write it at once, to another name first');
  }
}

function documentsOf(value: unknown, place: string): readonly EditorDocument[] {
  if (value === undefined || value === null) return [];
  // Some editor languages write an empty list as an empty object.
  if (isFields(value) && Object.keys(value).length === 0) return [];
  if (!Array.isArray(value)) throw new Refusal(`"${place}" must be a list of paths`);
  return (
    value
      .slice(0, maxDocuments)
      .map((each) => documentOf(each, place))
      // Documents without a file, such as new ones and terminals, have no absolute path. Paths that cannot be printed
      // are left out.
      .filter(({ path }) => isAbsolutePath(path) && !unprintable.test(path))
  );
}

/** A path, or an object with a path and the language id. */
function documentOf(value: unknown, place: string): EditorDocument {
  const { path, languageId } = isFields(value) ? value : { path: value };
  if (typeof path !== 'string' || path.length > longestPath) {
    throw new Refusal(`"${place}" has a path that cannot be one; write absolute paths`);
  }
  if (languageId === undefined || languageId === null) return { path };
  if (typeof languageId !== 'string' || languageId.length > longestLanguage || unprintable.test(languageId)) {
    throw new Refusal(`"${place}" has a languageId that cannot be one; leave it out`);
  }
  return languageId === '' ? { path } : { path, languageId };
}

/** Control characters and lone surrogates. */
const unprintable = /[\p{Cc}\p{Cs}]/u;

function selectionOf(value: unknown): EditorSelection {
  if (!isFields(value) || typeof value['text'] !== 'string') {
    throw new Refusal('"selection" must be an object with the text that is selected');
  }
  const { text, startLine, endLine } = value;
  return {
    text: text.replaceAll(/\p{Cs}/gu, '\u{FFFD}'),
    ...(isLine(startLine) ? { startLine } : {}),
    ...(isLine(endLine) ? { endLine } : {}),
  };
}

const isLine = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0;
