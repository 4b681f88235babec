/** Makes files that only the user can read. */
import { constants, openSync } from 'node:fs';

const { O_WRONLY, O_CREAT, O_EXCL } = constants;
// Windows has no such flag.
const noFollow = constants.O_NOFOLLOW ?? 0;

/** The descriptor of a new file that only the user can read; undefined if a file of this name exists. */
export function createPrivateFile(path: string): number | undefined {
  try {
    return openSync(path, O_WRONLY | O_CREAT | O_EXCL | noFollow, 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return undefined;
    throw error;
  }
}
