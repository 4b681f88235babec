/**
 * A file that lines are written to, one write for each.
 *
 * Only the user may read it, also if it existed before. A link is not followed, because its author would choose the
 * file that is overwritten; nor is a file of another user used, or one with a second name (a hard link). A line that a
 * full disk has cut is closed before the next one, so that no other line is lost.
 */
import { closeSync, existsSync, ftruncateSync, lstatSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

import { openPrivateFile, privateFileProblem } from '@acp-stack/workspace/user-folders';

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
  const file = openFile(path);
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

/** Opens the file at `path`, or creates it, and returns its descriptor. Throws one sentence if it cannot be used. */
export function openFile(path: string): number {
  try {
    return openPrivateFile(path);
  } catch (error) {
    const { code = 'unknown', message } = error as NodeJS.ErrnoException;
    throw new Error(sentence(path, reasons[code] ?? message), { cause: error });
  }
}

/** Throws one sentence if the file at `path` cannot be used; changes nothing. */
export function checkFile(path: string): void {
  const facts = lstatSync(path, { throwIfNoEntry: false });
  const problem = facts?.isSymbolicLink() === true ? 'ELOOP' : facts && privateFileProblem(facts);
  const reason = facts !== undefined || existsSync(dirname(path)) ? problem : 'ENOENT';
  if (reason !== undefined) throw new Error(sentence(path, reasons[reason] ?? reason));
}

const sentence = (path: string, reason: string): string => `${path} cannot be written: ${reason}; name another file.`;

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOENT: 'the folder does not exist',
  ENOTDIR: 'the folder does not exist',
  EISDIR: 'it is a folder',
  ELOOP: 'it is a symbolic link',
  ENXIO: 'it is not a regular file',
  'not-regular': 'it is not a regular file',
  'hard-link': 'it has a second name (a hard link)',
  'other-user': 'it belongs to another user',
};
