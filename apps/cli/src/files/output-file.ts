/** Files that a command was asked for: what was said stands in them, so nobody but the user may read them. */
import { closeSync, writeFileSync } from 'node:fs';

import type { Terminal } from '../terminal/terminal.ts';
import { UsageError } from '../errors/usage-error.ts';
import { openPrivate } from './private-file.ts';

/** Writes `text` to the file at `path`, and says so. */
export async function saveOutput(path: string, text: string, { stderr }: Terminal): Promise<void> {
  writeOutput(path, text);
  await stderr.tell(`written to ${path}\n`);
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
  EACCES: 'you may not write there',
  EPERM: 'you may not write there',
  EROFS: 'nothing can be written there',
  ENOENT: 'there is no such folder',
  ENOTDIR: 'there is no such folder',
  EISDIR: 'it is a folder',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full',
  EFBIG: 'it would become too large',
  ELOOP: 'it is a link to another place',
  ENXIO: 'nobody reads from it',
  EPIPE: 'nobody reads from it any more',
};

/** Why a file cannot be written, in words. */
export function unwritableFile(path: string, error: unknown): UsageError {
  return new UsageError(`${path} cannot be written: ${unwritableReason(error)}; name another file`, { cause: error });
}

/** The same as a part of a sentence. */
export function unwritableReason(error: unknown): string {
  const { code = 'unknown' } = error as NodeJS.ErrnoException;
  return reasons[code] ?? code;
}
