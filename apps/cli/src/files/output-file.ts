/** Output files of commands. They hold conversations, so only the user may read them. */
import { accessSync, closeSync, constants, existsSync, statSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

import type { Terminal } from '../terminal/terminal.ts';
import { UsageError } from '../errors/usage-error.ts';
import { openPrivate } from './private-file.ts';

/** Writes `text` to the file at `path`, and prints the path on stderr. */
export async function saveOutput(path: string, text: string, { stderr }: Terminal): Promise<void> {
  writeOutput(path, text);
  await stderr.tryWrite(`written to ${path}\n`);
}

/** Writes `text` to the file at `path`. */
export function writeOutput(path: string, text: string): void {
  try {
    const file = openPrivate(path);
    try {
      writeFileSync(file, text);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    throw unwritableFile(path, error);
  }
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOENT: 'the folder does not exist',
  ENOTDIR: 'the folder does not exist',
  EISDIR: 'it is a folder',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full',
  EFBIG: 'it would be too large',
  ELOOP: 'it is a symbolic link',
  'hard-link': 'it has a second name (a hard link)',
  'other-user': 'it belongs to another user',
  ENXIO: 'it has no reader',
  EPIPE: 'it has no reader any more',
};

/** Throws the same error early, before work whose result would be written there, if it can be foreseen. */
export function checkOutput(path: string): void {
  try {
    const exists = existsSync(path);
    if (exists && statSync(path).isDirectory()) throw Object.assign(new Error('a folder'), { code: 'EISDIR' });
    const folder = dirname(resolve(path));
    if (!exists && !statSync(folder).isDirectory()) throw Object.assign(new Error('no folder'), { code: 'ENOTDIR' });
    accessSync(exists ? path : folder, constants.W_OK);
  } catch (error) {
    throw unwritableFile(path, error);
  }
}

/** The error for a file that cannot be written. */
export function unwritableFile(path: string, error: unknown): UsageError {
  return new UsageError(`${path} cannot be written: ${unwritableReason(error)}; name another file`, { cause: error });
}

/** Only the reason. */
export function unwritableReason(error: unknown): string {
  const { code = 'unknown' } = error as NodeJS.ErrnoException;
  return reasons[code] ?? code;
}
