/** How a program under test is ended by the rules of each system; nothing is ended. */
import { expect, test } from 'vitest';

import { hasGroups, signalGroup } from './process-group.ts';

function signalled(platform: NodeJS.Platform, pid: number): readonly unknown[] {
  const done: unknown[] = [];
  signalGroup(pid, 'SIGTERM', {
    platform,
    kill: (...given) => void done.push(given),
    runTool: (...given) => void done.push(given),
  });
  return done;
}

test('a program is signalled with its group', () => {
  for (const platform of ['linux', 'darwin'] as const) {
    expect(hasGroups(platform)).toBe(true);
    expect(signalled(platform, 42)).toEqual([[-42, 'SIGTERM']]);
  }
});

test('a program is ended with what it has started on Windows', () => {
  expect(hasGroups('win32')).toBe(false);
  expect(signalled('win32', 42)).toEqual([
    [expect.stringMatching(/\\System32\\taskkill\.exe$/u), ['/pid', '42', '/t', '/f']],
  ]);
});

test('a program that was not started is not signalled: 0 would be the group of the suite', () => {
  for (const platform of ['linux', 'darwin', 'win32'] as const) expect(signalled(platform, 0)).toEqual([]);
});

test('a group that is gone is no failure', () => {
  const kill = (): never => {
    throw Object.assign(new Error('kill ESRCH'), { code: 'ESRCH' });
  };
  expect(() => signalGroup(42, 'SIGKILL', { platform: 'darwin', kill })).not.toThrow();
});
