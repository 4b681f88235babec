/** How a tree is ended by the rules of each system; those of macOS run for real on any POSIX system. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Writable } from 'node:stream';

import { describe, expect, test } from 'vitest';

import { ProcessTree } from './process-tree.ts';
import { watchdogScript } from './watchdog.ts';

/** Starts a shell that leads a group and has a child, and resolves when both run. */
async function startGroup(): Promise<ChildProcess & { readonly pid: number }> {
  const shell = spawn('sh', ['-c', 'sleep 600 & echo started; wait'], {
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  await once(shell.stdout, 'data');
  return shell as ChildProcess & { readonly pid: number };
}

describe('on Windows', () => {
  function windowsTree(): { readonly tree: ProcessTree; readonly started: unknown[] } {
    const started: unknown[] = [];
    const tree = new ProcessTree(4711, { platform: 'win32', runTool: (file, args) => void started.push([file, args]) });
    return { tree, started };
  }

  test.each(['SIGTERM', 'SIGKILL'] as const)('%s ends the process and its descendants with taskkill', (signal) => {
    const { tree, started } = windowsTree();
    tree.look();
    expect(tree.isAlive()).toBe(true);
    tree.signal(signal);
    expect(started).toEqual([
      [expect.stringMatching(/^[A-Z]:\\.*\\System32\\taskkill\.exe$/u), ['/pid', '4711', '/t', '/f']],
    ]);
  });

  test('nothing is ended once the process has exited, because its id may belong to another', () => {
    const { tree, started } = windowsTree();
    tree.rootExited();
    tree.signal('SIGKILL');
    expect(tree.isAlive()).toBe(false);
    expect(started).toEqual([]);
    tree.release();
  });
});

describe('without a folder of processes, as on macOS', () => {
  test('a signal reaches the whole group, and the tree is alive as long as the group is', async () => {
    const shell = await startGroup();
    const tree = new ProcessTree(shell.pid, { platform: 'darwin' });
    tree.look();
    expect(tree.isAlive()).toBe(true);
    tree.signal('SIGKILL');
    // Its child has the same output, so this is the end of both.
    const [, signal] = (await once(shell, 'close')) as [number | null, string | null];
    expect(signal).toBe('SIGKILL');
  });

  test('the watchdog ends the groups that are left when its input ends, and no other', async () => {
    const [left, forgotten] = await Promise.all([startGroup(), startGroup()]);
    const watchdog = spawn('sh', ['-c', watchdogScript('/no-such-folder')], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
      detached: true,
    });
    const pipe = watchdog.stdio[3] as Writable;
    pipe.end(`+ ${left.pid}\n+ ${forgotten.pid}\n- ${forgotten.pid}\n`);
    const [, signal] = (await once(left, 'close')) as [number | null, string | null];
    expect(signal).toBe('SIGTERM');
    expect(forgotten.exitCode).toBeNull();
    process.kill(-forgotten.pid, 'SIGKILL');
    await once(forgotten, 'close');
  });
});
