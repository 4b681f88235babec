/**
 * A file that lines are written to, one write for each.
 *
 * Only the user may read it, also if it existed before. A link is not followed, because its author would choose the file
 * that is overwritten. A line that a full disk has cut is closed before the next one, so that no other line is lost.
 */
import { closeSync, constants, fchmodSync, fstatSync, ftruncateSync, openSync, writeSync } from 'node:fs';

const { O_WRONLY, O_CREAT } = constants;
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

/** Creates the file at `path`, or empties it. */
export function appendingFile(path: string, { writeBytes = writeSync }: AppendingFileOptions = {}): AppendingFile {
  const file = openSync(path, O_WRONLY | O_CREAT | noFollow | noWait, 0o600);
  try {
    if (!fstatSync(file).isFile()) throw new TypeError(`${path} is not a regular file; name another one.`);
    fchmodSync(file, 0o600);
    ftruncateSync(file);
  } catch (error) {
    closeSync(file);
    throw error;
  }
  let endsInPartialLine = false;
  return {
    write: (line) => {
      const bytes = new TextEncoder().encode(`${endsInPartialLine ? '\n' : ''}${line}\n`);
      let written = 0;
      try {
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
