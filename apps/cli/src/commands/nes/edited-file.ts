/**
 * A file in the editor: read once, and replaced atomically when it is saved.
 *
 * Its line ends, byte order mark and mode are kept. Changes by another program are not overwritten without asking.
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import { openWorkspace, WorkspaceError, type Files } from '@acp-stack/workspace';

import { UsageError } from '../../errors/usage-error.ts';
import { withoutPeriod } from '../../text/without-period.ts';

/** The maximum size of a file. */
const maxBytes = 32 * 1024 * 1024;
const byteOrderMark = '\ufeff';
/** The maximum number of rescue files of a file. */
const maxRescues = 100;

/** A file and its text. */
export interface ReadFile {
  readonly file: EditedFile;
  readonly text: string;
}

export class EditedFile {
  /** The real path. */
  readonly path: string;
  /** The name that the user gave. */
  readonly name: string;
  readonly #files: Files;
  #hasByteOrderMark: boolean;
  /** The version of the content that was last read or written; undefined while there is no file. */
  #version: string | undefined;

  private constructor(name: string, path: string, files: Files, facts: { mark: boolean; version: string | undefined }) {
    this.name = name;
    this.path = path;
    this.#files = files;
    this.#hasByteOrderMark = facts.mark;
    this.#version = facts.version;
  }

  /**
   * Reads the file at `pathname`. A missing file is empty, and is created when it is saved. `name` is its name in
   * messages to the user.
   */
  static async open(pathname: string, cwd: string, name: string = pathname): Promise<ReadFile> {
    const path = await realPath(isAbsolute(pathname) ? pathname : resolve(cwd, pathname));
    if (!existsSync(dirname(path)))
      throw new UsageError(`${name} cannot be edited: the folder ${dirname(path)} does not exist; create it first`);
    try {
      const { files } = await openWorkspace({ cwd: dirname(path), mounts: 'allow', limits: { fileBytes: maxBytes } });
      const read = await files.read(path).catch((error: unknown) => {
        if (error instanceof WorkspaceError && error.code === 'missing') return undefined;
        throw error;
      });
      const facts = { mark: read?.hasByteOrderMark === true, version: read?.version };
      return { file: new EditedFile(name, path, files, facts), text: read?.text ?? '' };
    } catch (error) {
      throw explain(error, name);
    }
  }

  get uri(): string {
    return pathToFileURL(this.path).href;
  }

  get isNew(): boolean {
    return this.#version === undefined;
  }

  /** Replaces the file; false if another program has written it, unless `anyway`. */
  async save(text: string, { anyway = false }: { readonly anyway?: boolean } = {}): Promise<boolean> {
    const expected = this.#version === undefined ? { ifAbsent: true } : { ifVersion: this.#version };
    try {
      const content = this.#hasByteOrderMark ? byteOrderMark + text : text;
      const options = { lineEndings: 'as-given', ...(anyway ? {} : expected) } as const;
      this.#version = (await this.#files.write(this.path, content, options)).version;
      return true;
    } catch (error) {
      const code = error instanceof WorkspaceError ? error.code : undefined;
      if (code === 'changed' || code === 'exists') return false;
      throw explain(error, this.name);
    }
  }

  /**
   * Writes unsaved text to a rescue file beside the file, synchronously, because the process may be exiting. Returns
   * its path. If that fails, for instance because the folder was deleted, it is written to `elsewhere`.
   */
  rescue(text: string, elsewhere: string): string {
    const content = this.#hasByteOrderMark ? byteOrderMark + text : text;
    try {
      return writeRescueFile(this.path, content);
    } catch {
      mkdirSync(elsewhere, { recursive: true, mode: 0o700 });
      return writeRescueFile(join(elsewhere, basename(this.path)), content);
    }
  }

  /** The name of an earlier rescue file; undefined if there is none. */
  get rescued(): string | undefined {
    const path = rescuePath(this.path, 1);
    return existsSync(path) ? basename(path) : undefined;
  }
}

/** Writes `content` to a new file named after `path`. */
function writeRescueFile(path: string, content: string): string {
  for (let number = 1; ; number += 1) {
    const candidate = rescuePath(path, number);
    try {
      // Existing files are not overwritten, and links are not followed.
      writeFileSync(candidate, content, { mode: 0o600, flag: 'wx' });
      return candidate;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || number === maxRescues) throw error;
    }
  }
}

const rescuePath = (path: string, number: number): string => `${path}.unsaved${number === 1 ? '' : `-${number}`}`;

/** The real path of the file, with links resolved. */
async function realPath(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch {
    // The file does not exist yet, but its folder does.
    const folder = await realpath(dirname(path)).catch(() => dirname(path));
    return join(folder, basename(path));
  }
}

function explain(error: unknown, name: string): Error {
  if (!(error instanceof WorkspaceError)) return error as Error;
  return new UsageError(`${name} cannot be edited: ${withoutPeriod(error.message)}`, { cause: error });
}
