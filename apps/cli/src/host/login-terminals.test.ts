import { tmpdir } from 'node:os';

import { expect, test, vi } from 'vitest';

import { LoginTerminals, type LoginProgram } from './login-terminals.ts';

const program: LoginProgram = {
  command: 'cat',
  args: [],
  env: {},
  cwd: tmpdir(),
  pty: { columns: 80, rows: 24 },
  hidden: [],
  onSuccess: () => Promise.resolve(),
};

const callerOf = (client: string) => {
  const connection = new AbortController();
  const notify = vi.fn(() => Promise.resolve());
  return { caller: { client, notify, disconnected: connection.signal }, connection, notify };
};

test('eight terminals run at once, and another one when one has ended', async () => {
  const terminals = new LoginTerminals();
  const { caller, connection, notify } = callerOf('a');
  const [first = ''] = await Promise.all(Array.from({ length: 8 }, () => terminals.start(program, caller)));
  await expect(terminals.start(program, caller)).rejects.toMatchObject({ data: { reason: 'limit' } });
  await terminals.end(first, caller);
  await vi.waitUntil(() => notify.mock.calls.length > 0, { timeout: 150_000 });
  expect(await terminals.start(program, caller)).toMatch(/^term_/u);
  connection.abort();
  await vi.waitUntil(() => notify.mock.calls.length === 9, { timeout: 150_000 });
});

test('a program that does not exist is said, and takes no place', async () => {
  const terminals = new LoginTerminals();
  const { caller } = callerOf('a');
  for (let attempt = 0; attempt < 9; attempt += 1) {
    await expect(terminals.start({ ...program, command: '/no/such/program' }, caller)).rejects.toThrow(
      'The command /no/such/program could not be started: program not found; check its name and the PATH.',
    );
  }
});

test('a failure after the login is told with the exit of the program', async () => {
  const terminals = new LoginTerminals();
  const { caller, notify } = callerOf('a');
  const onSuccess = (): Promise<void> => Promise.reject(new Error('The agent did not start again.'));
  const terminalId = await terminals.start({ ...program, command: 'true', onSuccess }, caller);
  await vi.waitUntil(() => notify.mock.calls.length > 0, { timeout: 150_000 });
  expect(notify).toHaveBeenLastCalledWith('_acp-stack.dev/host/terminal_exit', {
    terminalId,
    exitCode: 0,
    problem: 'The agent did not start again.',
  });
});
