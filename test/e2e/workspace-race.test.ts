/** A process replaces a folder by a link and back again, as fast as it can, while files below it are changed. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { openWorkspace, WorkspaceError, type Workspace } from '@acp-stack/workspace';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { temporaryFolder, type TemporaryFolder } from '../support/checkout.ts';

const rounds = process.env['ACP_LONG'] === '1' ? 20_000 : 300;

/** Swaps `spot` and `door` below its working directory until its input ends, a minute at most. */
const swapper = `
const { renameSync } = require('node:fs');
const end = Date.now() + 60_000;
process.stdin.on('data', () => undefined).on('end', () => process.exit());
console.log('swapping');
let made = 0;
// A folder that is made again while the first one is away is replaced as well.
function move(from, to) {
  try {
    renameSync(from, to);
  } catch {
    renameSync(to, 'made-' + (made += 1));
    renameSync(from, to);
  }
}
function swap() {
  for (let index = 0; index < 50; index += 1) {
    move('spot', 'away');
    move('door', 'spot');
    move('spot', 'door');
    move('away', 'spot');
  }
  if (Date.now() < end) setImmediate(swap);
}
swap();
`;

let home: TemporaryFolder;
let root: string;
let outside: string;
let helper: ChildProcess;
let workspace: Workspace;

beforeEach(async () => {
  home = temporaryFolder();
  root = join(home.path, 'root');
  outside = join(home.path, 'outside');
  for (const folder of [root, outside, join(root, 'spot'), join(outside, 'tree')]) mkdirSync(folder);
  writeFileSync(join(root, 'spot', 'file.txt'), 'mine');
  writeFileSync(join(outside, 'file.txt'), 'secret');
  writeFileSync(join(outside, 'tree', 'leaf.txt'), 'secret');
  symlinkSync(outside, join(root, 'door'));
  helper = spawn(process.execPath, ['-e', swapper], { cwd: root, stdio: ['pipe', 'pipe', 'inherit'] });
  if (helper.stdout !== null) await once(helper.stdout, 'data');
  workspace = await openWorkspace({ cwd: root });
});

afterEach(async () => {
  await workspace[Symbol.asyncDispose]();
  helper.stdin?.end();
  if (helper.exitCode === null) await once(helper, 'exit');
  home[Symbol.dispose]();
});

/** Attempts after which something that has not happened does not happen. */
const mostRounds = 100_000;

/**
 * Does `act` again and again, until it has succeeded and was refused where it `must` do both; anything but an error of
 * the workspace fails the test.
 */
async function attempt(act: (round: number) => Promise<unknown>, must: 'both' | 'either' = 'either'): Promise<void> {
  const count = { done: 0, refused: 0 };
  // On a busy machine the other process may not have been at work yet.
  const isMissing = (): boolean => must === 'both' && (count.done === 0 || count.refused === 0);
  for (let round = 0; round < rounds || (isMissing() && round < mostRounds); round += 1) {
    try {
      await act(round);
      count.done += 1;
    } catch (error) {
      if (!(error instanceof WorkspaceError)) throw error;
      count.refused += 1;
    }
  }
  expect(isMissing(), JSON.stringify(count)).toBe(false);
}

/** Everything outside is as it was. */
function expectUntouched(): void {
  expect(readdirSync(outside, { recursive: true }).map(String).toSorted()).toEqual([
    'file.txt',
    'tree',
    join('tree', 'leaf.txt'),
  ]);
  expect(readFileSync(join(outside, 'file.txt'), 'utf8')).toBe('secret');
  expect(readFileSync(join(outside, 'tree', 'leaf.txt'), 'utf8')).toBe('secret');
}

describe('while a folder is swapped for a link to the outside', { timeout: 300_000 }, () => {
  test('nothing outside is read', async () => {
    await attempt(async () => {
      expect((await workspace.files.read('spot/file.txt')).text).toBe('mine');
    }, 'both');
  });

  test('nothing outside is listed or described', async () => {
    await attempt(async () => {
      expect((await workspace.files.list('spot')).entries).toEqual([{ name: 'file.txt', kind: 'file' }]);
      expect((await workspace.files.stat('spot/file.txt')).bytes).toBe(4);
    }, 'both');
  });

  test('nothing outside is found', async () => {
    await attempt(async () => {
      for await (const match of workspace.search.content('secret')) expect(match).toBeUndefined();
      expect((await workspace.search.files('leaf')).paths).toEqual([]);
    });
  });

  test('nothing outside is written', async () => {
    await attempt(async (round) => {
      await workspace.files.write('spot/file.txt', 'mine');
      await workspace.files.write(`spot/new/${round % 7}/file.txt`, 'mine');
    }, 'both');
    expectUntouched();
  });

  test('nothing outside is moved or deleted', async () => {
    await attempt(async () => {
      await workspace.files.move('spot/file.txt', 'spot/other.txt');
      await workspace.files.move('spot/other.txt', 'spot/file.txt');
    });
    await attempt(() => workspace.files.delete('spot/tree', { recursive: true }));
    await attempt(() => workspace.files.delete('spot/tree/leaf.txt'));
    await attempt(async () => {
      await workspace.files.write('nest/spot/tree/leaf.txt', 'mine');
      await workspace.files.delete('spot/file.txt');
    });
    expectUntouched();
  });
});
