/**
 * Keeps Node from aborting at exit if a terminal was closed.
 *
 * At exit, Node restores the settings of every terminal that it was started with, and aborts with a core dump if that
 * fails (https://github.com/nodejs/node/pull/58200). It ignores closed descriptors.
 */
import { closeSync } from 'node:fs';
import { isatty } from 'node:tty';

/** Closes the descriptors of terminals that no longer exist at exit. */
export function closeLostTerminalsAtExit(): void {
  const terminals = [0, 1, 2].filter((descriptor) => isatty(descriptor));
  if (terminals.length === 0) return;
  process.on('exit', () => {
    for (const descriptor of terminals) if (!isatty(descriptor)) closeSync(descriptor);
  });
}
