import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { findHubToken, findRunningHubs, hubFolder, keptHubToken, noteRunningHub } from './running-hub.ts';

let home: string;
let env: Record<string, string>;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'acp-hub-'));
  env = { HOME: home, XDG_DATA_HOME: join(home, 'data') };
});
afterEach(() => {
  rmSync(home, { recursive: true, force: true });
});

const url = 'http://127.0.0.1:8421/acp';

test('the token of a hub is made once, for its user only, and used again', () => {
  const { token, path } = keptHubToken(env, () => 'rose');
  expect([token, statSync(path).mode & 0o777, readFileSync(path, 'utf8')]).toEqual(['rose', 0o600, 'rose\n']);
  expect(statSync(hubFolder(env)).mode & 0o777).toBe(0o700);
  expect(keptHubToken(env, () => 'tulip').token).toBe('rose');
});

test('a hub that began to write the token and has ended does not keep others from having one', () => {
  const { path } = keptHubToken(env, () => 'rose');
  writeFileSync(path, '');
  expect(keptHubToken(env, () => 'tulip').token).toBe('tulip');
  expect(keptHubToken(env, () => 'rose').token).toBe('tulip');
});

test('a token that others could read is refused with advice that helps', () => {
  const { path } = keptHubToken(env, () => 'rose');
  chmodSync(path, 0o644);
  expect(() => keptHubToken(env, () => 'tulip')).toThrow(
    `${path} can be read by other users, so it is not a secret; remove it and start the server again, which makes a new one`,
  );
  rmSync(path);
  expect(keptHubToken(env, () => 'tulip').token).toBe('tulip');
});

test('clients of the same user find the hub that runs, and its token by any name of its address', () => {
  keptHubToken(env, () => 'rose');
  expect([findRunningHubs(env), findHubToken(url, env)]).toEqual([[], undefined]);
  const note = noteRunningHub({ url, pid: process.pid }, env);
  expect(findRunningHubs(env)).toEqual([{ url, pid: process.pid }]);
  for (const address of [url, 'ws://127.0.0.1:8421/', 'ws://localhost:8421/acp'])
    expect(findHubToken(address, env)).toBe('rose');
  for (const address of ['http://127.0.0.1:8422/acp', 'wss://127.0.0.1:8421/acp', 'http://far.example:8421/acp'])
    expect(findHubToken(address, env)).toBeUndefined();
  note[Symbol.dispose]();
  expect([findRunningHubs(env), findHubToken(url, env)]).toEqual([[], undefined]);
});

test('the token is not sent to an address whose hub has died', () => {
  keptHubToken(env, () => 'rose');
  // Larger than any id of a process.
  noteRunningHub({ url, pid: 2 ** 30 }, env);
  expect([findRunningHubs(env), findHubToken(url, env)]).toEqual([[], undefined]);
});

test('each of several hubs has a note of its own, which goes when it ends and when a hub that died is noticed', () => {
  keptHubToken(env, () => 'rose');
  const other = 'http://127.0.0.1:9000/acp';
  noteRunningHub({ url: 'http://127.0.0.1:1/acp', pid: 2 ** 30 }, env);
  const first = noteRunningHub({ url, pid: process.pid }, env);
  const second = noteRunningHub({ url: other, pid: process.pid }, env);
  expect(readdirSync(join(hubFolder(env), 'running')).length).toBe(2);
  expect(findRunningHubs(env).map((hub) => hub.url)).toEqual([url, other]);
  expect([findHubToken(url, env), findHubToken(other, env)]).toEqual(['rose', 'rose']);
  second[Symbol.dispose]();
  expect(findRunningHubs(env).map((hub) => hub.url)).toEqual([url]);
  expect([findHubToken(url, env), findHubToken(other, env)]).toEqual(['rose', undefined]);
  first[Symbol.dispose]();
  expect(findRunningHubs(env)).toEqual([]);
});

test('a damaged note is none', () => {
  noteRunningHub({ url, pid: process.pid }, env);
  const path = join(hubFolder(env), 'running', `${process.pid}-8421.json`);
  for (const text of ['', '{', '[]', '{"url":7,"pid":1}', '{"url":"http://127.0.0.1:1/acp","pid":-1}']) {
    writeFileSync(path, text);
    expect(findRunningHubs(env)).toEqual([]);
  }
  expect(existsSync(path)).toBe(true);
});
