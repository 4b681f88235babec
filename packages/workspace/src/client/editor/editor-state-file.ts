/**
 * The documents of an editor that writes down what it shows: a small JSON file, which is read anew whenever it has changed.
 *
 * The file may come from anybody who can write it, so it has to be the user's own, small, and plain. One that is refused counts as none, and why is
 * said in one sentence; one that is not there is an editor that does not run.
 */
import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from 'node:fs';

import { isAbsolutePath } from '../../paths/path-rules.ts';
import type { EditorDocument, EditorSelection, EditorState } from './editor-state.ts';

/** Who hears of a file that is refused. */
export interface EditorStateFileOptions {
  /** Hears in one sentence why the file is not used; once until that changes. */
  readonly onProblem?: (sentence: string) => void;
}

interface Told {
  readonly open: readonly EditorDocument[];
  readonly recent: readonly EditorDocument[];
  readonly active: EditorDocument | undefined;
  readonly selection: EditorSelection | undefined;
}

const mostBytes = 1024 * 1024;
const mostDocuments = 1000;
const longestPath = 4096;
const longestLanguage = 100;
const nothing: Told = { open: [], recent: [], active: undefined, selection: undefined };

/** What is wrong with the file; never what is in it. */
class Refusal extends Error {}

/** The documents that an editor tells of in a JSON file; the file is looked at again with each question. */
export class EditorStateFile implements EditorState {
  readonly #path: string;
  readonly #onProblem: (sentence: string) => void;
  #told = nothing;
  /** Names what was read last. */
  #version = '';
  #problem: string | undefined;

  constructor(path: string, { onProblem = () => undefined }: EditorStateFileOptions = {}) {
    this.#path = path;
    this.#onProblem = onProblem;
  }

  /** The documents that are open, as the file tells now; none without a file. */
  open(): readonly EditorDocument[] {
    return this.#read().open;
  }

  /** The documents that were opened lately, newest first, as the file tells now. */
  recent(): readonly EditorDocument[] {
    return this.#read().recent;
  }

  /** The document that has the focus, as the file tells now. */
  active(): EditorDocument | undefined {
    return this.#read().active;
  }

  /** What is selected there, as the file tells now. */
  selection(): EditorSelection | undefined {
    return this.#read().selection;
  }

  #read(): Told {
    let problem: string | undefined;
    try {
      this.#readIfChanged();
    } catch (error) {
      this.#told = nothing;
      this.#version = '';
      problem = problemOf(error);
    }
    if (problem !== undefined && problem !== this.#problem) {
      this.#onProblem(`the editor state in ${this.#path} is not used: ${problem}`);
    }
    this.#problem = problem;
    return this.#told;
  }

  #readIfChanged(): void {
    // Opening a pipe must not wait for whoever writes into it.
    const file = openSync(this.#path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      const facts = fstatSync(file);
      checkOwner(facts);
      const version = [facts.dev, facts.ino, facts.size, facts.mtimeMs, facts.ctimeMs].join(' ');
      if (version === this.#version) return;
      this.#told = readTold(readText(file));
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
  return `it cannot be read (${code}); check what it is and who may read it`;
}

/** Whoever writes the file says what the agent reads, so nobody else may. */
function checkOwner({ mode, uid, size }: Stats): void {
  if ((mode & constants.S_IFMT) !== constants.S_IFREG)
    throw new Refusal('it is no file; name the file that the editor writes');
  if (size > mostBytes) throw new Refusal(`it is larger than ${mostBytes} bytes; have the editor write less`);
  const user = process.getuid?.();
  if (user === undefined) return;
  if (uid !== user && uid !== 0) throw new Refusal('it belongs to another user; have your own editor write it');
  if ((mode & 0o022) !== 0) throw new Refusal('others can write it; chmod 600 it, and have the editor create it so');
}

function readText(file: number): string {
  const bytes = Buffer.allocUnsafe(mostBytes + 1);
  let length = 0;
  for (;;) {
    const read = readSync(file, bytes, length, bytes.length - length, null);
    length += read;
    if (read === 0) break;
    if (length > mostBytes) throw new Refusal(`it is larger than ${mostBytes} bytes; have the editor write less`);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, length));
  } catch {
    throw new Refusal('it is no UTF-8; have the editor write it as such');
  }
}

// -------------------------------------------------------------------------------------------- what it says

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function readTold(text: string): Told {
  const told = parse(text);
  if (!isFields(told)) throw new Refusal('it must be a JSON object; see the guide to editor state');
  const { active, open, recent, selection } = told;
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
  // In some languages of editors an empty list is an empty object.
  if (isFields(value) && Object.keys(value).length === 0) return [];
  if (!Array.isArray(value)) throw new Refusal(`"${place}" must be a list of paths`);
  return (
    value
      .slice(0, mostDocuments)
      .map((each) => documentOf(each, place))
      // What has no file has no path: a new document, a terminal. A path that could not be shown is not told, the others are.
      .filter(({ path }) => isAbsolutePath(path) && !unprintable.test(path))
  );
}

/** A path, or a path with the editor's name for the language. */
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

/** Control characters, and halves of characters. */
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
