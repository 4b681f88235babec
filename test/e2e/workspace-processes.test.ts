/** Commands of a workspace do not outlive the program that opened it, however that ends. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';

import { beforeAll, describe, expect, test } from 'vitest';

import { temporaryFolder } from '../support/checkout.ts';
import { untilGone } from './stdio-programs/processes.ts';

const entry = new URL('../../packages/workspace/dist/index.js', import.meta.url);

beforeAll(() => {
  // The program uses what a user installs.
  expect(existsSync(entry)).toBe(true);
});

/** Opens a workspace, starts a tree of processes in it, and prints their numbers. */
const program = `
import { openWorkspace } from ${JSON.stringify(entry.href)};
const [cwd, pty, ending] = process.argv.slice(1);
const workspace = await openWorkspace({ cwd });
const inner = "const c = require('child_process').spawn('sleep', ['60']); console.log('[' + process.pid + ',' + c.pid + ']')";
const terminal = await workspace.terminals.start({
  command: 'sh',
  args: ['-c', '"$0" -e "$1"; exit $?', process.execPath, inner],
  ...(pty === 'pty' ? { pty: { columns: 80, rows: 24 } } : {}),
});
let text = '';
for await (const chunk of terminal) if ((text += chunk.text).includes(']')) break;
console.log(JSON.stringify({ pids: [terminal.pid, ...JSON.parse(text)], isPty: terminal.isPty }));
if (ending === 'exits') process.exit();
if (ending === 'fails') setImmediate(() => { throw new Error('on purpose'); });
if (ending === 'closes') await workspace[Symbol.asyncDispose]();
`;

describe.each(['pipes', 'pty'])('a tree of processes with %s', (kind) => {
  test.each(['is killed', 'exits', 'fails', 'closes'])('ends when the program %s', async (ending) => {
    using folder = temporaryFolder();
    const child = spawn(process.execPath, ['--input-type=module', '-e', program, folder.path, kind, ending], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const ended = new Promise<number | null>((resolve) => {
      child.once('exit', resolve);
    });
    for await (const line of createInterface({ input: child.stdout })) {
      const { pids, isPty } = JSON.parse(line) as { pids: number[]; isPty: boolean };
      expect(pids).toHaveLength(3);
      expect(isPty).toBe(kind === 'pty');
      if (ending === 'is killed') child.kill('SIGKILL');
      const code = await ended;
      expect(code).toBe({ 'is killed': null, exits: 0, fails: 1, closes: 0 }[ending]);
      await untilGone(pids, ending === 'closes' ? 100 : 4000);
    }
    expect.hasAssertions();
  });
});
