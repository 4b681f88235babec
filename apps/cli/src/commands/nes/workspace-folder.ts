/**
 * Which files a suggestion may lead to: those below the folder that the user works in.
 *
 * What is opened is told to the agent as well, so that an agent must not be able to name just any file.
 */
import { realpathSync } from 'node:fs';
import { isAbsolute, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

import { UsageError } from '../../errors/usage-error.ts';
import { EditedFile, type ReadFile } from './edited-file.ts';

export class WorkspaceFolder {
  readonly #folder: string;
  readonly #realFolder: string;

  constructor(folder: string) {
    this.#folder = folder;
    this.#realFolder = realpathSync(folder);
  }

  /** Whether an address is that of a file below the folder; links are looked at when it is read. */
  has(uri: string): boolean {
    const path = pathOf(uri);
    return path !== undefined && (isBelow(this.#folder, path) || isBelow(this.#realFolder, path));
  }

  /** Reads a file that is there. */
  async read(uri: string): Promise<ReadFile> {
    const path = pathOf(uri) ?? uri;
    const name = relative(this.#folder, path);
    const read = await EditedFile.open(path, this.#folder, name);
    if (!isBelow(this.#realFolder, read.file.path))
      throw new UsageError(`${name} is not below ${this.#folder}; name it on the command line to edit it`);
    if (read.file.isNew) throw new UsageError(`there is no file ${name}`);
    return read;
  }
}

function pathOf(uri: string): string | undefined {
  try {
    return fileURLToPath(uri);
  } catch {
    return undefined;
  }
}

function isBelow(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
