/**
 * Terminals that are gone when the program ends, because somebody closed the window.
 *
 * At its end Node gives every terminal it was started with the settings back, and aborts with a core dump where that fails
 * (https://github.com/nodejs/node/pull/58200). It leaves alone what is closed.
 */
import { closeSync } from 'node:fs';
import { isatty } from 'node:tty';

/** Has the program end as it wants to, whatever became of its terminals. */
export function outliveTerminals(): void {
  const terminals = [0, 1, 2].filter((each) => isatty(each));
  if (terminals.length === 0) return;
  process.on('exit', () => {
    for (const each of terminals) if (!isatty(each)) closeSync(each);
  });
}
