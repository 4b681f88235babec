/**
 * The file that is edited: read once, and replaced as a whole when it is saved.
 *
 * Its line ends, its byte order mark and its mode stay as they were. What somebody else wrote in the meantime is not overwritten by the way.
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import { openWorkspace, WorkspaceError, type Files } from '@acp-stack/workspace';

import { UsageError } from '../../errors/usage-error.ts';

/** Larger files are for other editors. */
const mostBytes = 32 * 1024 * 1024;
const byteOrderMark = '\ufeff';
/** Texts that are kept beside a file. */
const mostRescues = 100;

/** A file, and what is in it. */
export interface ReadFile {
  readonly file: EditedFile;
  readonly text: string;
}

export class EditedFile {
  /** The real path. */
  readonly path: string;
  /** As the user named it. */
  readonly name: string;
  readonly #files: Files;
  #hasByteOrderMark: boolean;
  /** Names the content that was read or written last; undefined while there is no file. */
  #version: string | undefined;

  private constructor(name: string, path: string, files: Files, facts: { mark: boolean; version: string | undefined }) {
    this.name = name;
    this.path = path;
    this.#files = files;
    this.#hasByteOrderMark = facts.mark;
    this.#version = facts.version;
  }

  /** Reads the file at `given`; one that does not exist is empty, and is made when it is saved. The user knows it by `name`. */
  static async open(given: string, cwd: string, name: string = given): Promise<ReadFile> {
    const path = await realPath(isAbsolute(given) ? given : resolve(cwd, given));
    if (!existsSync(dirname(path)))
      throw new UsageError(`${name} cannot be edited: there is no folder ${dirname(path)}; make it first`);
    try {
      const { files } = await openWorkspace({ cwd: dirname(path), mounts: 'allow', limits: { fileBytes: mostBytes } });
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

  /** Replaces the file; false when somebody else has written it since, unless `anyway`. */
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
   * Keeps what was not saved beside the file, at once, because nobody may be there to wait for it; the path of that. Where nothing can be written there,
   * because the folder is gone for instance, it is kept in `elsewhere`.
   */
  rescue(text: string, elsewhere: string): string {
    const content = this.#hasByteOrderMark ? byteOrderMark + text : text;
    try {
      return keep(this.path, content);
    } catch {
      mkdirSync(elsewhere, { recursive: true, mode: 0o700 });
      return keep(join(elsewhere, basename(this.path)), content);
    }
  }

  /** The name of what an editor could not save before; undefined when there is nothing. */
  get rescued(): string | undefined {
    const path = rescuePath(this.path, 1);
    return existsSync(path) ? basename(path) : undefined;
  }
}

/** Writes `content` to a new file that is named after the one at `path`. */
function keep(path: string, content: string): string {
  for (let number = 1; ; number += 1) {
    const free = rescuePath(path, number);
    try {
      // What was kept before is not overwritten, and no link is followed.
      writeFileSync(free, content, { mode: 0o600, flag: 'wx' });
      return free;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || number === mostRescues) throw error;
    }
  }
}

const rescuePath = (path: string, number: number): string => `${path}.unsaved${number === 1 ? '' : `-${number}`}`;

/** Where the file is, also when its name is a link. */
async function realPath(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch {
    // A file that does not exist yet is in the folder that does.
    const folder = await realpath(dirname(path)).catch(() => dirname(path));
    return join(folder, basename(path));
  }
}

function explain(error: unknown, name: string): Error {
  if (!(error instanceof WorkspaceError)) return error as Error;
  return new UsageError(`${name} cannot be edited: ${error.message.replace(/\.$/u, '')}`, { cause: error });
}
