/** Opens files with conversations for writing. Only the user may read them, also if they existed before. */
import { closeSync, fstatSync, ftruncateSync, openSync } from 'node:fs';

import { openPrivateFile } from '@acp-stack/workspace/user-folders';

/**
 * Files that a shell has opened, such as `/dev/stderr` and `>(jq .)`. These are links on every system, and safe to
 * follow.
 */
const openedByShell = /^\/(?:dev\/(?:stdout|stderr|fd\/\d+)|proc\/self\/fd\/\d+)$/u;

/** Returns the descriptor of the file at `path`, which is now empty; it may be a device, or a pipe with a reader. */
export function openPrivate(path: string): number {
  if (openedByShell.test(path)) return openSync(path, 'w');
  const file = openPrivateFile(path, { allowSpecial: true });
  try {
    if (fstatSync(file).isFile()) ftruncateSync(file);
    return file;
  } catch (error) {
    closeSync(file);
    throw error;
  }
}
