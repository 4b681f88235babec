/**
 * Opens files with conversations for writing. Only the user may read them, also if they existed before.
 *
 * A symbolic link is not followed, because its author would choose the file that is overwritten; nor is a file of
 * another user or one with a second name (a hard link). A pipe must have a reader, because opening it would wait
 * forever.
 */
import { closeSync, constants, fchmodSync, fstatSync, ftruncateSync, openSync, type Stats } from 'node:fs';

import { createPrivateFile } from '@acp-stack/workspace/user-folders';

const { O_WRONLY } = constants;
// Windows has neither flag.
const [noFollow, noWait] = [constants.O_NOFOLLOW ?? 0, constants.O_NONBLOCK ?? 0];
/**
 * Files that a shell has opened, such as `/dev/stderr` and `>(jq .)`. These are links on every system, and safe to
 * follow.
 */
const openedByShell = /^\/(?:dev\/(?:stdout|stderr|fd\/\d+)|proc\/self\/fd\/\d+)$/u;

/** A file of which others could read or choose the content. */
class ForeignFileError extends Error {
  static {
    this.prototype.name = 'ForeignFileError';
  }

  readonly code: 'other-user' | 'hard-link';

  constructor(code: ForeignFileError['code']) {
    super(code);
    this.code = code;
  }
}

/** Returns the descriptor of the file at `path`, which is now empty. */
export function openPrivate(path: string): number {
  if (openedByShell.test(path)) return openSync(path, 'w');
  return createPrivateFile(path) ?? openExisting(path);
}

function openExisting(path: string): number {
  const file = openSync(path, O_WRONLY | noFollow | noWait);
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

function makePrivate(file: number, { mode, uid, nlink }: Stats): void {
  if (process.getuid !== undefined && uid !== process.getuid()) throw new ForeignFileError('other-user');
  if (nlink > 1) throw new ForeignFileError('hard-link');
  if ((mode & 0o077) === 0) return;
  try {
    fchmodSync(file, 0o600);
  } catch {
    // Some file systems have no modes.
  }
}
