/**
 * Opens files that hold what was said, for writing: nobody but the user may read them, also when they were there before.
 *
 * A link is not followed, because whoever made it chooses what is written over; a pipe has to have a reader, because nobody would end the wait for one.
 */
import { closeSync, constants, fchmodSync, fstatSync, ftruncateSync, openSync, type Stats } from 'node:fs';

const { O_WRONLY, O_CREAT } = constants;
// Windows has neither.
const [noFollow, noWait] = [constants.O_NOFOLLOW ?? 0, constants.O_NONBLOCK ?? 0];
/** What a shell has opened: `/dev/stderr`, `>(jq .)`. These are links everywhere, and lead nowhere else. */
const openedByShell = /^\/(?:dev\/(?:stdout|stderr|fd\/\d+)|proc\/self\/fd\/\d+)$/u;

/** The descriptor of the file at `path`, which is empty. */
export function openPrivate(path: string): number {
  if (openedByShell.test(path)) return openSync(path, 'w');
  const file = openSync(path, O_WRONLY | O_CREAT | noFollow | noWait, 0o600);
  let isKept = false;
  try {
    const facts = fstatSync(file);
    // Somebody reads from a pipe that could be opened, so that its writes may wait.
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
    // Some disks know no modes; a file of somebody else stays theirs.
    if (uid !== process.getuid?.()) throw error;
  }
}
