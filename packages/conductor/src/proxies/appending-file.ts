/**
 * A file that lines are written to, one write for each.
 *
 * Only the user may read it, also if it existed before. A link is not followed, because its author would choose the
 * file that is overwritten; nor is a file of another user used, or one with a second name (a hard link). A line that a
 * full disk has cut is closed before the next one, so that no other line is lost.
 */
import {
  closeSync,
  constants,
  existsSync,
  fchmodSync,
  fstatSync,
  ftruncateSync,
  lstatSync,
  openSync,
  writeSync,
  type Stats,
} from 'node:fs';
import { dirname } from 'node:path';

import { createPrivateFile } from '@acp-stack/workspace/user-folders';

const { O_WRONLY } = constants;
// Windows has neither flag.
const [noFollow, noWait] = [constants.O_NOFOLLOW ?? 0, constants.O_NONBLOCK ?? 0];

/** Writes lines; disposing of it closes the file. */
export interface AppendingFile extends Disposable {
  /** Writes one line; throws if it cannot be written. */
  readonly write: (line: string) => void;
}

/** How bytes reach the file. */
export interface AppendingFileOptions {
  /** Writes bytes from an offset on and returns how many were written; for tests. */
  readonly writeBytes?: (file: number, bytes: Uint8Array, from: number) => number;
}

/** Creates the file at `path`; one that exists is emptied with the first line. Throws if it cannot be used. */
export function appendingFile(path: string, { writeBytes = writeSync }: AppendingFileOptions = {}): AppendingFile {
  const file = openPrivateFile(path);
  let isFresh = true;
  let endsInPartialLine = false;
  return {
    write: (line) => {
      const bytes = new TextEncoder().encode(`${endsInPartialLine ? '\n' : ''}${line}\n`);
      let written = 0;
      try {
        if (isFresh) ftruncateSync(file);
        isFresh = false;
        while (written < bytes.length) written += writeBytes(file, bytes, written);
        endsInPartialLine = false;
      } catch (error) {
        endsInPartialLine ||= written > 0;
        throw error;
      }
    },
    [Symbol.dispose]: () => {
      closeSync(file);
    },
  };
}

/**
 * Opens the regular file at `path` for writing, or creates it, and returns its descriptor. Only the user may read it
 * from then on.
 */
export function openPrivateFile(path: string): number {
  try {
    return createPrivateFile(path) ?? openExisting(path);
  } catch (error) {
    const { code = 'unknown', message } = error as NodeJS.ErrnoException;
    throw new Error(`${path} cannot be written: ${reasons[code] ?? message}; name another file.`, { cause: error });
  }
}

/** Throws if the file at `path` cannot be written; changes nothing. */
export function checkPrivateFile(path: string): void {
  const facts = lstatSync(path, { throwIfNoEntry: false });
  if (facts === undefined) {
    if (existsSync(dirname(path))) return;
    throw new Error(`${path} cannot be written: ${reasons['ENOENT']}; name another file.`);
  }
  const problem = facts.isSymbolicLink() ? reasons['ELOOP'] : problemOf(facts);
  if (problem !== undefined) throw new Error(`${path} cannot be written: ${problem}; name another file.`);
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOENT: 'the folder does not exist',
  ENOTDIR: 'the folder does not exist',
  EISDIR: 'it is a folder',
  ELOOP: 'it is a symbolic link',
  ENXIO: 'it is not a regular file',
};

function openExisting(path: string): number {
  const file = openSync(path, O_WRONLY | noFollow | noWait);
  try {
    const facts = fstatSync(file);
    const problem = problemOf(facts);
    if (problem !== undefined) throw new Error(problem);
    if ((facts.mode & 0o077) !== 0) fchmodSync(file, 0o600);
    return file;
  } catch (error) {
    closeSync(file);
    throw error;
  }
}

/** Why others could read or choose the content of a file. */
function problemOf(facts: Stats): string | undefined {
  if (facts.isDirectory()) return reasons['EISDIR'];
  if (!facts.isFile()) return 'it is not a regular file';
  if (facts.nlink > 1) return 'it has a second name (a hard link)';
  return process.getuid !== undefined && facts.uid !== process.getuid() ? 'it belongs to another user' : undefined;
}
