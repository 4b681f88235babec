import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';

import { describe, expect, test, vi } from 'vitest';

import { temporaryFolder } from '../../../../test/support/checkout.ts';
import { withLock } from './lock.ts';

/** The module a second time, as another thread or another copy of the package has it. */
async function anotherLock(): Promise<typeof withLock> {
  vi.resetModules();
  return (await import('./lock.ts')).withLock;
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}

describe('withLock', () => {
  test('lets the calls of one process wait for each other', async () => {
    using temporary = temporaryFolder();
    const events: string[] = [];
    const call = (name: string): Promise<void> =>
      withLock(temporary.path, {
        work: async () => {
          events.push(`${name} begins`);
          await new Promise(setImmediate);
          events.push(`${name} ends`);
        },
      });
    await Promise.all([call('one'), call('two'), call('three')]);
    expect(events.map((event) => event.split(' ')[1])).toEqual(['begins', 'ends', 'begins', 'ends', 'begins', 'ends']);
    expect(readdirSync(join(temporary.path, 'locks'))).toEqual([]);
  });

  test('goes on after a call that failed', async () => {
    using temporary = temporaryFolder();
    const failing = withLock(temporary.path, { work: () => Promise.reject(new Error('no')) });
    const next = withLock(temporary.path, { work: () => Promise.resolve('yes') });
    await expect(failing).rejects.toThrow('no');
    expect(await next).toBe('yes');
  });

  test('stops waiting at the signal, and does not run the call later', async () => {
    using temporary = temporaryFolder();
    const stop = new AbortController();
    let finish: (() => void) | undefined;
    const first = withLock(temporary.path, { work: () => new Promise<void>((resolve) => (finish = resolve)) });
    let hasRun = false;
    const waiting = withLock(temporary.path, {
      signal: stop.signal,
      work: () => {
        hasRun = true;
        return Promise.resolve();
      },
    });
    stop.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
    await expect.poll(() => finish).toBeDefined();
    finish?.();
    await first;
    await withLock(temporary.path, { work: () => Promise.resolve() });
    expect(hasRun).toBe(false);
  });

  test('is refused to another copy of the module while it is held', async () => {
    using temporary = temporaryFolder();
    const other = await anotherLock();
    await withLock(temporary.path, {
      work: async () => {
        const refused = other(temporary.path, { work: () => Promise.resolve() });
        await expect(refused).rejects.toMatchObject({
          code: 'locked',
          message: expect.stringContaining(`Process ${process.pid} `) as string,
        });
      },
    });
    expect(await other(temporary.path, { work: () => Promise.resolve('free') })).toBe('free');
  });

  test('never lets two copies in at the same time', async () => {
    using temporary = temporaryFolder();
    const copies = [await anotherLock(), await anotherLock(), await anotherLock()];
    let [inside, most, successes] = [0, 0, 0];
    const work = async (): Promise<void> => {
      inside += 1;
      most = Math.max(most, inside);
      for (let round = 0; round < 5; round += 1) await new Promise(setImmediate);
      inside -= 1;
      successes += 1;
    };
    const refusals: unknown[] = [];
    const calls = copies.flatMap((copy) =>
      Array.from({ length: 6 }, () => copy(temporary.path, { work }).catch((error: unknown) => refusals.push(error))),
    );
    await Promise.all(calls);
    expect(most).toBe(1);
    expect(successes + refusals.length).toBe(18);
    expect(successes).toBeGreaterThan(0);
    for (const refused of refusals) expect(refused).toMatchObject({ code: 'locked' });
    expect(readdirSync(join(temporary.path, 'locks'))).toEqual([]);
  });

  test.each([
    ['a process id that no process has', `${2 ** 22 + 1}-abc-${hash(hostname())}-00`],
    ['a process that began at another time', `${process.pid}-abc-${hash(hostname())}-00`],
  ])('is taken over from %s', async (_, name) => {
    using temporary = temporaryFolder();
    mkdirSync(join(temporary.path, 'locks'));
    writeFileSync(join(temporary.path, 'locks', name), '');
    expect(await withLock(temporary.path, { work: () => Promise.resolve('taken') })).toBe('taken');
    expect(readdirSync(join(temporary.path, 'locks'))).toEqual([]);
  });

  test.each([
    ['another machine', `${process.pid}-abc-${hash('another machine')}-00`],
    ['a program that is not known', 'something'],
  ])('is not taken over from %s', async (_, name) => {
    using temporary = temporaryFolder();
    const file = join(temporary.path, 'locks', name);
    mkdirSync(join(temporary.path, 'locks'));
    writeFileSync(file, '');
    await expect(withLock(temporary.path, { work: () => Promise.resolve() })).rejects.toMatchObject({
      code: 'locked',
      message: expect.stringContaining(`delete ${file}`) as string,
    });
    expect(readdirSync(join(temporary.path, 'locks'))).toEqual([name]);
  });
});
