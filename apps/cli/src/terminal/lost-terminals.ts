/**
 * Keeps Node from aborting at exit if a terminal was closed.
 *
 * At exit, Node restores the settings of every terminal that it was started with, and aborts with a core dump if that
 * fails (https://github.com/nodejs/node/pull/58200). It ignores closed descriptors.
 */
import { closeSync } from 'node:fs';
import { isatty } from 'node:tty';

/** Closes the descriptors of lost terminals at exit. */
export function outliveTerminals(): void {
  const terminals = [0, 1, 2].filter((each) => isatty(each));
  if (terminals.length === 0) return;
  process.on('exit', () => {
    for (const each of terminals) if (!isatty(each)) closeSync(each);
  });
}
