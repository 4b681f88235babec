/** Files that a command was asked for: what was said stands in them, so nobody but the user may read them. */
import { writeFileSync } from 'node:fs';

import { UsageError } from '../usage-error.ts';

/** Writes `text` to the file at `path`. One that is there keeps its mode: it is the user's. */
export function writeOutput(path: string, text: string): void {
  try {
    writeFileSync(path, text, { mode: 0o600 });
  } catch (error) {
    throw unwritableFile(path, error);
  }
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'you may not write there',
  EPERM: 'you may not write there',
  EROFS: 'nothing can be written there',
  ENOENT: 'there is no such folder',
  ENOTDIR: 'there is no such folder',
  EISDIR: 'it is a folder',
  ENOSPC: 'the disk is full',
};

/** Why a file cannot be written, in words. */
export function unwritableFile(path: string, error: unknown): UsageError {
  const { code = 'unknown' } = error as NodeJS.ErrnoException;
  return new UsageError(`${path} cannot be written: ${reasons[code] ?? code}; name another file`, { cause: error });
}
