import { expect, test } from 'vitest';

import { canSuspend, interrupt, suspend, type OwnProcess } from './own-signals.ts';

/** Notes what is done to it. */
function ownProcess(
  platform: NodeJS.Platform,
  hasListener: boolean,
): OwnProcess & { readonly done: readonly unknown[] } {
  const done: unknown[] = [];
  return {
    platform,
    pid: 42,
    done,
    kill: (...given) => done.push(['kill', ...given]),
    emit: (...given) => {
      done.push(['emit', ...given]);
      return hasListener;
    },
    exit: (code) => done.push(['exit', code]),
  };
}

test('Ctrl+C is a signal where a process gets signals', () => {
  for (const platform of ['linux', 'darwin'] as const) {
    const own = ownProcess(platform, true);
    interrupt(own);
    expect(own.done).toEqual([['kill', 42, 'SIGINT']]);
    expect(canSuspend(own)).toBe(true);
  }
});

test('Ctrl+C calls the listeners on Windows, where a signal would end the process at once', () => {
  const own = ownProcess('win32', true);
  interrupt(own);
  expect(own.done).toEqual([['emit', 'SIGINT', 'SIGINT']]);
  expect(canSuspend(own)).toBe(false);
});

test('Ctrl+C ends a process without listeners on Windows too', () => {
  const own = ownProcess('win32', false);
  interrupt(own);
  expect(own.done).toEqual([
    ['emit', 'SIGINT', 'SIGINT'],
    ['exit', 130],
  ]);
});

test('Ctrl+Z goes on where the process is not stopped, and does nothing on Windows', async () => {
  const own = ownProcess('linux', true);
  await suspend(own);
  expect(own.done).toEqual([['kill', 42, 'SIGTSTP']]);
  const onWindows = ownProcess('win32', true);
  await suspend(onWindows);
  expect(onWindows.done).toEqual([]);
});
