/** What set-up does otherwise on Windows; the system is the one that the tests pass. */
import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { npmCommand } from '../../scripts/setup/npm-command.mjs';
import { setAside } from '../../scripts/setup/previous-install.mjs';
import { whenFree } from '../../scripts/setup/when-free.mjs';
import { eachFolder } from '../support/each-folder.ts';

let folder = '';
eachFolder((path) => {
  folder = path;
});

const refusal = (code: string): Error => Object.assign(new Error(`${code}: refused`), { code });

test('npm is started without a shell: as the script of the npm that started us, or of the one beside Node', () => {
  const execPath = 'C:\\Program Files\\nodejs\\node.exe';
  const bundled = 'C:\\Program Files\\nodejs\\node_modules\\npm\\bin\\npm-cli.js';
  const own = 'C:\\npm\\bin\\npm-cli.js';
  expect(npmCommand({ platform: 'win32', env: {}, execPath })).toEqual([execPath, bundled]);
  expect(npmCommand({ platform: 'win32', env: { npm_execpath: own }, execPath })).toEqual([execPath, own]);
  expect(npmCommand({ platform: 'win32', env: { npm_execpath: 'C:\\pnpm.cjs' }, execPath })).toEqual([
    execPath,
    bundled,
  ]);
  for (const platform of ['linux', 'darwin'] as const)
    expect(npmCommand({ platform, env: {}, execPath: '/usr/bin/node' })).toEqual(['npm']);
});

test.each(['EPERM', 'EACCES', 'EBUSY'])('a file that is in use (%s) is waited for on Windows only', (code) => {
  for (const { platform, attempts } of [
    { platform: 'win32', attempts: 3 },
    { platform: 'darwin', attempts: 1 },
  ] as const) {
    let tried = 0;
    const pauses: number[] = [];
    const action = (): string => {
      tried += 1;
      if (tried < 3) throw refusal(code);
      return 'done';
    };
    const run = (): string => whenFree(action, { platform, pause: (ms) => void pauses.push(ms) });
    if (platform === 'win32') expect(run()).toBe('done');
    else expect(run).toThrow(code);
    expect([tried, pauses.length]).toEqual([attempts, attempts - 1]);
  }
});

test('it is not waited for longer than about two seconds, and other errors are final', () => {
  const pauses: number[] = [];
  const system = { platform: 'win32', pause: (ms: number) => void pauses.push(ms) } as const;
  const failing = (code: string) => (): never => {
    throw refusal(code);
  };
  expect(() => whenFree(failing('ENOENT'), system)).toThrow('ENOENT');
  expect(pauses).toEqual([]);
  expect(() => whenFree(failing('EPERM'), system)).toThrow('EPERM');
  expect(pauses.reduce((sum, ms) => sum + ms, 0)).toBeLessThan(2500);
});

test('packages from which a program runs stay where they are on Windows; elsewhere that is a failure', () => {
  for (const home of ['.', 'apps/cli']) mkdirSync(join(folder, home, 'node_modules'), { recursive: true });
  const rename = (from: string, to: string): void => {
    if (from.includes('apps')) throw refusal('EPERM');
    renameSync(from, to);
  };
  const aside = join(folder, 'aside');
  const pause = (): void => undefined;
  expect(() => setAside(folder, aside, ['apps/cli'], { platform: 'linux', rename, pause })).toThrow('EPERM');
  setAside(folder, aside, ['.', 'apps/cli'], { platform: 'win32', rename, pause });
  const places = [join(aside, 'root', 'node_modules'), join(folder, 'apps', 'cli', 'node_modules')];
  expect(places.map((place) => existsSync(place))).toEqual([true, true]);
});
