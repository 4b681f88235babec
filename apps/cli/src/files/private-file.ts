/**
 * Opens files with conversations for writing. Only the user may read them, also if they existed before.
 *
 * A symbolic link is not followed, because its author would choose the file that is overwritten. A pipe must have a
 * reader, because opening it would wait forever.
 */
import { closeSync, constants, fchmodSync, fstatSync, ftruncateSync, openSync, type Stats } from 'node:fs';

const { O_WRONLY, O_CREAT } = constants;
// Windows has neither flag.
const [noFollow, noWait] = [constants.O_NOFOLLOW ?? 0, constants.O_NONBLOCK ?? 0];
/**
 * Files that a shell has opened, such as `/dev/stderr` and `>(jq .)`. These are links on every system, and safe to
 * follow.
 */
const openedByShell = /^\/(?:dev\/(?:stdout|stderr|fd\/\d+)|proc\/self\/fd\/\d+)$/u;

/** Returns the descriptor of the file at `path`, which is now empty. */
export function openPrivate(path: string): number {
  if (openedByShell.test(path)) return openSync(path, 'w');
  const file = openSync(path, O_WRONLY | O_CREAT | noFollow | noWait, 0o600);
  let isKept = false;
  try {
    const facts = fstatSync(file);
    // The pipe has a reader, so opening it again without O_NONBLOCK does not wait.
    if (!facts.isFile()) return openSync(path, O_WRONLY | noFollow);
    makePrivate(file, facts);
    ftruncateSync(file);
    isKept = true;
    return file;
  } finally {
    if (!isKept) closeSync(file);
  }
}

function makePrivate(file: number, { mode, uid }: Stats): void {
  if ((mode & 0o077) === 0) return;
  try {
    fchmodSync(file, 0o600);
  } catch (error) {
    // Some file systems have no modes; but a file of another user must not be used.
    if (uid !== process.getuid?.()) throw error;
  }
}
