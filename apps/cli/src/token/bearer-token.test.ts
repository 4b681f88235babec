import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { headersWithToken, withToken } from './bearer-token.ts';
import { writeServedToken } from './served-token.ts';

let home: string;
let env: Record<string, string>;
let own: string;
let named: string;
const url = 'ws://127.0.0.1:8420/acp';

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'acp-bearer-'));
  env = { HOME: home, XDG_DATA_HOME: join(home, 'data') };
  own = join(home, 'own');
  named = join(home, 'named');
  writeFileSync(own, 'of-the-entry\n');
  writeFileSync(named, ' of-the-flag ');
});
afterEach(() => {
  rmSync(home, { recursive: true, force: true });
});

test('a token is that of the flag, of the entry, of the variable, or of a server here, in this order', () => {
  writeServedToken(url, 'of-the-server', env);
  const headers = { 'x-team': 'garden' };
  const sent = (address: Partial<Parameters<typeof headersWithToken>[0]>, flag?: string, more = {}): unknown =>
    headersWithToken({ url, headers, ...address }, flag, { ...env, ...more });
  const bearer = (token: string): unknown => ({ 'x-team': 'garden', authorization: `Bearer ${token}` });
  const variable = { ACP_TOKEN: 'of-the-variable' };
  expect(sent({})).toEqual(bearer('of-the-server'));
  expect(sent({}, undefined, { ACP_TOKEN: '' })).toEqual(bearer('of-the-server'));
  expect(sent({}, undefined, variable)).toEqual(bearer('of-the-variable'));
  expect(sent({ tokenFile: own }, undefined, variable)).toEqual(bearer('of-the-entry'));
  const header = { 'x-team': 'garden', Authorization: 'Basic rose' };
  expect(sent({ tokenFile: own, headers: header }, undefined, variable)).toEqual(header);
  expect(sent({ tokenFile: own, headers: header }, named, variable)).toEqual(bearer('of-the-flag'));
  expect(sent({ url: 'wss://far.example/acp' })).toEqual(headers);
});

test('a file without a token, or with more than one word, is refused without quoting it', () => {
  const remote = { name: 'far', kind: 'url', url, headers: {}, defaults: { configOptions: {} } } as const;
  expect(() => withToken(remote, `${named}.missing`, env)).toThrow(
    `--token-file: file ${named}.missing not found; check its name`,
  );
  writeFileSync(named, '');
  expect(() => withToken(remote, named, env)).toThrow(`--token-file: ${named} is empty`);
  writeFileSync(own, 'rose\nmy secret diary\n');
  expect(() => withToken({ ...remote, tokenFile: own }, undefined, env)).toThrow(
    `the token file: ${own} has more than a token in it; it must be one word`,
  );
  const local = {
    name: 'near',
    kind: 'command',
    command: 'near',
    args: [],
    env: {},
    defaults: { configOptions: {} },
  } as const;
  expect(() => withToken(local, named, env)).toThrow('--token-file is for remote agents, and near is not');
});
