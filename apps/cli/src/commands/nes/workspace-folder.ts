/**
 * The files that a suggestion may open: those below the working folder.
 *
 * An opened file is sent to the agent, so an agent must not be able to open any file.
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

  /** Whether a URI is a file below the folder; links are checked when it is read. */
  has(uri: string): boolean {
    const path = pathOf(uri);
    return path !== undefined && (isBelow(this.#folder, path) || isBelow(this.#realFolder, path));
  }

  /** Reads an existing file. */
  async read(uri: string): Promise<ReadFile> {
    const path = pathOf(uri) ?? uri;
    const name = relative(this.#folder, path);
    const read = await EditedFile.open(path, this.#folder, name);
    if (!isBelow(this.#realFolder, read.file.path))
      throw new UsageError(`${name} is not below ${this.#folder}; give it on the command line to edit it`);
    if (read.file.isNew) throw new UsageError(`${name} does not exist`);
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
  const relativePath = relative(folder, path);
  return (
    relativePath !== '' && relativePath !== '..' && !relativePath.startsWith(`..${sep}`) && !isAbsolute(relativePath)
  );
}
