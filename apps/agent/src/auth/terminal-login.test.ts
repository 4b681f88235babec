import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { fileCredentials } from './credentials.ts';
import { logInByTerminal } from './terminal-login.ts';

let data = '';
beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'login-'));
});
afterEach(() => rm(data, { recursive: true }));

test.each([
  ['rose', 'logged-in'],
  ['thorn', 'wrong-password'],
  ['', 'wrong-password'],
  [undefined, 'no-input'],
])('the input %j ends as %s, and only a login is stored', async (entered, end) => {
  const env = { ACP_AGENT_PASSWORD: 'rose' };
  expect(await logInByTerminal({ env, data, ask: () => Promise.resolve(entered) })).toBe(end);
  expect(fileCredentials(data).hasLogin()).toBe(end === 'logged-in');
});
