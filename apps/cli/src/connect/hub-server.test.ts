import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { parseConfig } from '../config/config.ts';
import { captureTerminal } from '../terminal/captured-terminal.ts';
import { keptHubToken, noteRunningHub } from '../token/running-hub.ts';
import { chooseAgent, wantedName, type AgentChoice } from './choose-agent.ts';

let home: string;
let env: Record<string, string>;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'acp-hub-server-'));
  env = { HOME: home, XDG_DATA_HOME: join(home, 'data') };
});
afterEach(() => {
  rmSync(home, { recursive: true, force: true });
});

const settings = (file: object = {}) => parseConfig(JSON.stringify(file), join(home, 'config.json'));
const choose = (choice: Partial<AgentChoice>, file: object = {}, more: Record<string, string> = {}): unknown =>
  chooseAgent({ flags: {}, ...choice }, settings(file), captureTerminal({ env: { ...env, ...more } }));

test('a hub is that of the flag, of the variable, of the config file, or the one that runs here, in this order', () => {
  const file = { hub: { url: 'wss://office.example', token_file: 'office.token' } };
  writeFileSync(join(home, 'office.token'), 'rose');
  expect(() => choose({ flags: { hub: true } })).toThrow('no hub is known: start one with acp hub');
  keptHubToken(env, () => 'tulip');
  noteRunningHub({ url: 'http://127.0.0.1:8421/acp', pid: process.pid }, env);
  expect(choose({ flags: { hub: true } })).toMatchObject({
    url: 'http://127.0.0.1:8421/acp',
    headers: { authorization: 'Bearer tulip' },
    hub: {},
  });
  expect(choose({ flags: { hub: '' } }, file)).toMatchObject({
    url: 'wss://office.example/acp',
    headers: { authorization: 'Bearer rose' },
  });
  expect(choose({ flags: { hub: true } }, file, { ACP_HUB: 'https://far.example' })).toMatchObject({
    url: 'https://far.example/acp',
    headers: {},
  });
  expect(choose({ flags: { hub: 'ws://x.example/hub?a=b' } }, file, { ACP_HUB: 'https://far.example' })).toMatchObject({
    name: 'ws://x.example/hub',
    url: 'ws://x.example/hub?a=b',
  });
});

test('of several hubs that run here, the user has to name one, which gets the token', () => {
  keptHubToken(env, () => 'tulip');
  const [first, second] = ['http://127.0.0.1:8421/acp', 'http://127.0.0.1:8422/acp'];
  noteRunningHub({ url: first, pid: process.pid }, env);
  const note = noteRunningHub({ url: second, pid: process.pid }, env);
  expect(() => choose({ flags: { hub: true } })).toThrow(
    `several hubs run on this machine; name one by --hub address: ${first}, ${second}`,
  );
  for (const hub of [first, second])
    expect(choose({ flags: { hub } })).toMatchObject({ headers: { authorization: 'Bearer tulip' } });
  note[Symbol.dispose]();
  expect(choose({ flags: { hub: true } })).toMatchObject({ url: first });
});

test('with a hub, the name of an agent is one of the hub, and nothing is looked for here', () => {
  const flags = { hub: 'ws://x.example', agent: 'gemini' };
  expect(choose({ flags })).toMatchObject({ kind: 'url', hub: { agent: 'gemini' } });
  expect(choose({ name: 'claude', flags: { hub: 'ws://x.example' } })).toMatchObject({ hub: { agent: 'claude' } });
  expect(wantedName({ flags }, settings(), {})).toBeUndefined();
});

test.each<[Partial<AgentChoice>, string]>([
  [{ flags: { hub: 'x.example' } }, 'x.example is not the URL of a hub; it must begin with ws:'],
  [{ flags: { hub: 'ws://x', url: 'ws://y' } }, '--hub cannot be used with --url'],
  [{ flags: { hub: 'ws://x' }, command: ['y'] }, '--hub cannot be used with --url or a command after --'],
  [{ flags: { hub: 'ws://x', header: ['authorization: a'], tokenFile: 'b' } }, 'cannot be used together'],
])('refuses %j', (choice, words) => {
  expect(() => choose(choice)).toThrow(words);
});

test('the config file needs the address of a hub', () => {
  expect(() => settings({ hub: {} })).toThrow('hub needs a "url"');
});
