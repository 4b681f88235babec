import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { createSecret, readSecret, writeSecret } from './secret-file.ts';

let home: string;
let folder: string;
let path: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'acp-secret-'));
  folder = join(home, 'data', 'served');
  path = join(folder, 'a.token');
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(home, { recursive: true, force: true });
});

const modeOf = (each: string): number => statSync(each).mode & 0o777;
/** From now on, everything belongs to another user. */
const becomeAnother = (): void => {
  const { uid } = statSync(home);
  vi.spyOn(process, 'getuid').mockReturnValue(uid + 1);
};

test('a secret is read as it was written, and only its user can read it', () => {
  expect(readSecret(path)).toBeUndefined();
  writeSecret(path, 'rose');
  expect(readSecret(path)).toBe('rose');
  expect([modeOf(path), modeOf(folder)]).toEqual([0o600, 0o700]);
  writeSecret(path, 'tulip');
  expect([readSecret(path), readdirSync(folder)]).toEqual(['tulip', ['a.token']]);
});

describe('a file that is read', () => {
  beforeEach(() => {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(join(home, 'elsewhere'), 'rose', { mode: 0o600 });
  });

  test.each([
    ['is a symbolic link, which is not followed', () => symlinkSync(join(home, 'elsewhere'), path)],
    ['is a symbolic link, which is not followed', () => symlinkSync(join(home, 'nowhere'), path)],
    ['has a second name (a hard link)', () => linkSync(join(home, 'elsewhere'), path)],
    ['is not a file', () => mkdirSync(path)],
    // Opening it would wait for ever.
    ['is not a file', () => execFileSync('sh', ['-c', 'mkfifo -m 600 "$1"', 'sh', path])],
  ])('is refused if it %s', (problem, make) => {
    make();
    expect(() => readSecret(path)).toThrow(`${path} ${problem}; remove it`);
  });

  test('is refused if it is a socket or a device', async () => {
    const server = createServer().listen(path);
    await once(server, 'listening');
    expect(() => readSecret(path)).toThrow(`${path} is not a file; remove it`);
    server.close();
    expect(() => readSecret('/dev/null')).toThrow('/dev/null is not a file; remove it');
    expect(() => readSecret('/dev/zero')).toThrow('/dev/zero is not a file; remove it');
  });

  test.each([0o640, 0o604, 0o620, 0o610, 0o666])('is refused if others have rights: %o', (mode) => {
    writeSecret(path, 'rose');
    chmodSync(path, mode);
    expect(() => readSecret(path)).toThrow(`${path} can be read by other users`);
  });

  test('is refused if it belongs to another user', () => {
    writeSecret(path, 'rose');
    becomeAnother();
    expect(() => readSecret(path)).toThrow(`${path} belongs to another user; remove it`);
  });

  test('is not read beyond what a secret needs', () => {
    writeFileSync(path, 'x'.repeat(1_000_000), { mode: 0o600 });
    expect(readSecret(path)).toHaveLength(16 * 1024);
  });
});

describe('a file that is written', () => {
  test.each([
    ['a symbolic link', () => symlinkSync(join(home, 'elsewhere'), path)],
    ['a hard link', () => linkSync(join(home, 'elsewhere'), path)],
    ['a pipe', () => execFileSync('sh', ['-c', 'mkfifo -m 666 "$1"', 'sh', path])],
    ['a file that others can read', () => writeFileSync(path, 'x', { mode: 0o666 })],
  ])('takes the place of %s, and does not go through it', (_, make) => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(home, 'elsewhere'), 'precious');
    make();
    writeSecret(path, 'rose');
    expect(lstatSync(path).isFile()).toBe(true);
    expect([readSecret(path), readFileSync(join(home, 'elsewhere'), 'utf8')]).toEqual(['rose', 'precious']);
  });

  test('is not written where a folder has its name, and nothing is left behind', () => {
    mkdirSync(path, { recursive: true });
    expect(() => {
      writeSecret(path, 'rose');
    }).toThrow();
    expect(readdirSync(folder)).toEqual(['a.token']);
  });

  test('closes a folder of the user that was open to others', () => {
    mkdirSync(folder, { recursive: true });
    chmodSync(folder, 0o777);
    chmodSync(join(home, 'data'), 0o777);
    writeSecret(path, 'rose');
    expect([modeOf(folder), modeOf(join(home, 'data'))]).toEqual([0o700, 0o755]);
  });

  test('is refused in a folder of another user, and in the place of a folder that is a link', () => {
    mkdirSync(folder, { recursive: true });
    becomeAnother();
    const write = (): void => {
      writeSecret(path, 'rose');
    };
    expect(write).toThrow(/^the folder .*data belongs to another user; remove it$/u);
    vi.restoreAllMocks();
    rmSync(folder, { recursive: true });
    mkdirSync(join(home, 'elsewhere'));
    symlinkSync(join(home, 'elsewhere'), folder);
    expect(write).toThrow(`${folder} is a link or a file, not a folder; remove it`);
    expect([readdirSync(folder), readdirSync(join(home, 'elsewhere'))]).toEqual([[], []]);
  });

  test('may be in a data folder that the user keeps elsewhere', () => {
    mkdirSync(join(home, 'disk'));
    symlinkSync(join(home, 'disk'), join(home, 'data'));
    writeSecret(path, 'rose');
    expect(readSecret(path)).toBe('rose');
  });
});

test('a new file is created once, by the first who asks', () => {
  expect([createSecret(path, 'rose'), createSecret(path, 'tulip'), readSecret(path)]).toEqual([true, false, 'rose']);
  const link = join(folder, 'link');
  symlinkSync(join(home, 'elsewhere'), link);
  expect(createSecret(link, 'rose')).toBe(false);
});
