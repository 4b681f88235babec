import { bridge } from '@acp-stack/bridge';
import { memoryPair } from '@acp-stack/rpc';
import { expect, test } from 'vitest';

import { runTerminal } from './run-terminal.ts';

const run = (command: string, args: readonly string[] = []): Promise<{ text: string; exitCode: number | null }> =>
  new Promise((resolve) => {
    let text = '';
    runTerminal(
      { command, args: [...args], env: [{ name: 'FLOWER', value: 'rose' }], cwd: undefined },
      {
        output: (bytes) => (text += new TextDecoder().decode(bytes)),
        exit: ({ exitCode }) => {
          resolve({ text, exitCode: exitCode ?? null });
        },
      },
    );
  });

test('a whole line without arguments is run by the shell', async () => {
  expect(await run('echo one && echo $FLOWER')).toEqual({ text: 'one\nrose\n', exitCode: 0 });
});

test('a program gets its arguments as they are', async () => {
  expect(await run('echo', ['one && echo $FLOWER'])).toEqual({ text: 'one && echo $FLOWER\n', exitCode: 0 });
});

test('a name alone is not taken for a line of a shell', async () => {
  expect(await run('no-such-program')).toEqual({
    text: 'no-such-program could not be started: command not found\n',
    exitCode: 127,
  });
});

test.each(['LD_PRELOAD', 'PATH', 'NODE_OPTIONS'])('%s, which loads code, cannot be set for a command', (name) => {
  const exit = (): void => undefined;
  expect(() =>
    runTerminal(
      { command: 'true', args: [], env: [{ name, value: '/tmp/x' }], cwd: undefined },
      { output: () => undefined, exit },
    ),
  ).toThrow(`The variable ${name} can make a command run other code, so it cannot be set here`);
});

test('the agent is told why, through the bridge', async () => {
  const [agent, inside] = memoryPair();
  const client = bridge(inside, { peer: 'agent', speaks: 1, terminals: runTerminal });
  const [told, heard]: [unknown[], unknown[]] = [[], []];
  const quiet = { reject: () => undefined, ended: () => undefined };
  const say = (message: object): void => void agent.send({ jsonrpc: '2.0', ...message });
  agent.open({
    ...quiet,
    receive: (message) => {
      const { id, method } = message as { readonly id?: unknown; readonly method?: string };
      if (method === 'initialize') say({ id, result: { protocolVersion: 1, agentCapabilities: {} } });
      else if (method === 'session/new') say({ id, result: { sessionId: 's' } });
      else told.push(message);
    },
  });
  client.open({ ...quiet, receive: (message) => void heard.push(message) });
  const ask = (id: number, method: string, params: object): void =>
    void client.send({ jsonrpc: '2.0', id, method, params });
  ask(1, 'initialize', { protocolVersion: 2, capabilities: {}, info: { name: 'client', version: '1' } });
  await expect
    .poll(() => heard)
    .toContainEqual(expect.objectContaining({ id: 1, result: expect.anything() as unknown }));
  ask(2, 'session/new', { cwd: '/', mcpServers: [] });
  await expect
    .poll(() => heard)
    .toContainEqual(expect.objectContaining({ id: 2, result: expect.anything() as unknown }));
  const env = [{ name: 'LD_PRELOAD', value: '/tmp/x' }];
  say({ id: 't', method: 'terminal/create', params: { sessionId: 's', command: 'true', env } });
  const message = expect.stringContaining('The variable LD_PRELOAD can make a command run other code') as string;
  await expect.poll(() => told).toMatchObject([{ id: 't', error: { message } }]);
  client.destroy();
});
