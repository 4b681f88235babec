import { once } from 'node:events';
import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { processConnect } from './process-wire.ts';

/** Prints the number of a process that it starts outside its group, and of one inside, and waits. */
const forking = `
const { spawn } = require('node:child_process');
const wait = ['-e', 'process.stdout.write("up"); setInterval(() => {}, 1000)'];
const far = spawn(process.execPath, wait, { detached: true, stdio: ['ignore', 'pipe', 'ignore'] });
far.stdout.once('data', () => console.log(far.pid));
`;

test('a process that left the group of the program is ended with it', async () => {
  const lines: string[] = [];
  const events = new EventTarget();
  const wire = await processConnect({ command: process.execPath, args: ['-e', forking] })({
    text: (text) => {
      lines.push(text);
      events.dispatchEvent(new Event('line'));
    },
    note: () => undefined,
    ended: () => undefined,
  });
  if (lines.length === 0) await once(events, 'line');
  const pid = Number(lines[0]);
  expect(isRunning(pid)).toBe(true);
  await wire.close();
  await expect.poll(() => isRunning(pid)).toBe(false);
});

/** A process that has ended may wait for its parent to ask about it. */
function isRunning(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return !/^[ZX]/u.test(stat.slice(stat.lastIndexOf(')') + 2));
  } catch {
    return false;
  }
}

test.each([
  ['process.exit(0)', 'it exited with code 0'],
  ['process.exit(3)', 'it exited with code 3'],
  [
    'console.error("line 1\\nError: no key\\n\\nNode.js"); process.exit(3)',
    'it exited with code 3; it printed: Error: no key',
  ],
])('tells how %s ended, with what it printed if it failed', async (program, expected) => {
  const reason = await new Promise((resolve) => {
    void processConnect({ command: process.execPath, args: ['-e', program] })({
      text: () => undefined,
      note: () => undefined,
      ended: resolve,
    });
  });
  expect(reason).toBe(expected);
});
