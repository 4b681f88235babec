import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { captureTerminal } from '../../terminal/captured-terminal.ts';
import { login } from './login.ts';

test('a typed password is not shown', async () => {
  const data = await mkdtemp(join(tmpdir(), 'login-'));
  try {
    const terminal = captureTerminal({
      isInputTerminal: true,
      stdin: ['thorns\r'],
      env: { ACP_AGENT_PASSWORD: 'thorns' },
    });
    const modes: boolean[] = [];
    Object.assign(terminal.stdin, { setRawMode: (isRaw: boolean) => void modes.push(isRaw) });
    expect(await login({ data }, terminal)).toBe(0);
    expect(modes).toEqual([true, false]);
    expect(terminal.err()).toBe('Password of the acp-stack agent: \n');
    expect(terminal.out()).toBe('You are logged in.\n');
  } finally {
    await rm(data, { recursive: true, force: true });
  }
});

test.each([
  [['weeds\n'], 'Wrong password.\n'],
  [['\n'], 'Wrong password.\n'],
  [[], 'No password was entered.\n'],
])('a failed login says why: the input %j', async (stdin, words) => {
  const terminal = captureTerminal({ stdin, env: { ACP_AGENT_PASSWORD: 'thorns' } });
  expect(await login({ data: '/nowhere' }, terminal)).toBe(1);
  expect(terminal.out()).toBe(`Password of the acp-stack agent: ${words}`);
});
