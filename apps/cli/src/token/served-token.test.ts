import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import {
  findServedToken,
  isServedTokenFile,
  removeServedToken,
  servedTokenFile,
  writeServedToken,
} from './served-token.ts';

let home: string;
let env: Record<string, string>;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'acp-token-'));
  env = { HOME: home, XDG_DATA_HOME: join(home, 'data') };
});
afterEach(() => {
  rmSync(home, { recursive: true, force: true });
});

const url = 'http://127.0.0.1:8420/acp';

test('the token of a server is in a file that only its user can read, and goes with it', () => {
  const token = 'rose-and-tulip';
  const path = writeServedToken(url, token, env);
  expect(path).toBe(join(home, 'data', 'acp-stack', 'served', '127.0.0.1-8420.token'));
  expect([statSync(path).mode & 0o777, statSync(join(path, '..')).mode & 0o777]).toEqual([0o600, 0o700]);
  expect(readFileSync(path, 'utf8')).toBe(`${token}\n`);
  removeServedToken(path, 'another');
  expect(existsSync(path)).toBe(true);
  removeServedToken(path, token);
  expect(existsSync(path)).toBe(false);
});

test('a file that others could read before is made private', () => {
  const path = writeServedToken(url, 'old', env);
  chmodSync(path, 0o644);
  writeServedToken(url, 'new', env);
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test('a client of the same user finds the token by any loopback name', () => {
  writeServedToken(url, 'rose', env);
  for (const address of [url, 'ws://127.0.0.1:8420/acp', 'ws://localhost:8420/acp'])
    expect(findServedToken(address, env)).toBe('rose');
  for (const address of ['http://127.0.0.1:8421/acp', 'http://127.0.0.2:8420/acp', 'http://far.example:8420/acp'])
    expect(findServedToken(address, env)).toBeUndefined();
  writeServedToken('http://[::1]:9000/acp', 'six', env);
  expect([findServedToken('http://[::1]:9000/', env), findServedToken('ws://localhost:9000', env)]).toEqual([
    'six',
    'six',
  ]);
});

test('a token is never sent to another machine', () => {
  writeServedToken('http://10.0.0.1:8420/acp', 'rose', env);
  expect(findServedToken('http://10.0.0.1:8420/acp', env)).toBeUndefined();
  expect(servedTokenFile('wss://far.example/acp', env)).toMatch(/far\.example-443\.token$/u);
});

test('a token is not used if others can read its file, or if it is somewhere else', () => {
  const path = writeServedToken(url, 'rose', env);
  chmodSync(path, 0o640);
  expect(() => findServedToken(url, env)).toThrow(
    `${path} can be read by other users, so it is not a secret; remove it`,
  );
  rmSync(path);
  expect(findServedToken(url, env)).toBeUndefined();
  writeFileSync(join(home, 'elsewhere'), 'rose', { mode: 0o600 });
  symlinkSync(join(home, 'elsewhere'), path);
  expect(() => findServedToken(url, env)).toThrow(`${path} is a symbolic link, which is not followed; remove it`);
});

test('only the file with the token is removed when the server ends, and nothing that took its place', () => {
  const path = writeServedToken(url, 'rose', env);
  rmSync(path);
  writeFileSync(join(home, 'elsewhere'), 'rose', { mode: 0o600 });
  symlinkSync(join(home, 'elsewhere'), path);
  removeServedToken(path, 'rose');
  expect([existsSync(path), existsSync(join(home, 'elsewhere'))]).toEqual([true, true]);
  writeServedToken(url, 'rose', env);
  removeServedToken(path, 'rose');
  expect([existsSync(path), readFileSync(join(home, 'elsewhere'), 'utf8')]).toEqual([false, 'rose']);
});

test('a file in the folder of servers is held to the same rules when it is named', () => {
  const path = writeServedToken(url, 'rose', env);
  expect([isServedTokenFile(path, env), isServedTokenFile(join(home, 'mine.token'), env)]).toEqual([true, false]);
});
