import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { repository, temporaryFolder } from '../../../../test/support/checkout.ts';
import { FolderLockedError, lockFolder } from './folder-lock.ts';

const hash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12);

describe('lockFolder', () => {
  test('refuses a second hub with one sentence that names the process of the first', async () => {
    using folder = temporaryFolder();
    const lock = await lockFolder(folder.path);
    const refused = lockFolder(folder.path);
    await expect(refused).rejects.toThrow(
      `The hub with the process id ${process.pid} already uses ${folder.path}; stop it, or use another folder.`,
    );
    await expect(refused).rejects.toMatchObject({ code: 'locked', pid: process.pid });
    await lock[Symbol.asyncDispose]();
    await using _again = await lockFolder(folder.path);
    expect(readdirSync(join(folder.path, 'locks'))).toHaveLength(1);
  });

  test('gives the lock to one at most of many that start together', async () => {
    using folder = temporaryFolder();
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => lockFolder(folder.path)));
    const locks = outcomes.filter((outcome) => outcome.status === 'fulfilled');
    expect(locks.length).toBeLessThanOrEqual(1);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(FolderLockedError);
    expect(readdirSync(join(folder.path, 'locks'))).toHaveLength(locks.length);
  });

  test('takes the lock of a process that was killed', async () => {
    using folder = temporaryFolder();
    const locks = join(folder.path, 'locks');
    const bundler = join(repository, 'test/support/bundle-thread.mjs');
    const module = new URL('folder-lock.ts', import.meta.url).href;
    const compiled = execFileSync(process.execPath, [bundler, module], { encoding: 'utf8' }).trim();
    const program = `
      const { lockFolder } = await import(${JSON.stringify(compiled)});
      await lockFolder(process.argv[1]);
      process.stdout.write('locked');
      setInterval(() => undefined, 1000);`;
    const other = spawn(process.execPath, ['--input-type=module', '--eval', program, folder.path], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(other.stdout, 'data');
    await expect(lockFolder(folder.path)).rejects.toMatchObject({ pid: other.pid });
    other.kill('SIGKILL');
    await once(other, 'exit');
    await using _lock = await lockFolder(folder.path);
    expect(readdirSync(locks)).toHaveLength(1);
  });

  test.each([
    ['a process id that no process has', `${2 ** 22 + 1}-abc-${hash(hostname())}-00`],
    ['a process that began at another time', `${process.pid}-abc-${hash(hostname())}-00`],
  ])('is taken over from %s', async (_, name) => {
    using folder = temporaryFolder();
    mkdirSync(join(folder.path, 'locks'));
    writeFileSync(join(folder.path, 'locks', name), '');
    await using _lock = await lockFolder(folder.path);
    expect(readdirSync(join(folder.path, 'locks'))).not.toContain(name);
  });

  test('is not taken over from another machine, and says which file to delete', async () => {
    using folder = temporaryFolder();
    const name = `${process.pid}-abc-${hash('another machine')}-00`;
    mkdirSync(join(folder.path, 'locks'));
    writeFileSync(join(folder.path, 'locks', name), '');
    await expect(lockFolder(folder.path)).rejects.toThrow(`delete ${join(folder.path, 'locks', name)} if it`);
    expect(readdirSync(join(folder.path, 'locks'))).toEqual([name]);
  });
});
