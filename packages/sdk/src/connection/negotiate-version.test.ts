import { memoryPair } from '@acp-stack/rpc';
import { expect, test, vi } from 'vitest';

import { agent } from '../agent/agent.ts';
import { client } from '../client/client.ts';

const { loaded } = vi.hoisted(() => ({ loaded: [] as string[] }));

vi.mock('@acp-stack/bridge', async (original) => {
  loaded.push('bridge');
  return original();
});

test('two peers of version 2 never load the translation to version 1', async () => {
  const [ours, theirs] = memoryPair();
  agent({ name: 'greeter', version: '1.0.0' })
    .onPrompt(async ({ message }) => {
      await message.append('Hello.');
    })
    .connect(theirs);
  await using connection = await client({ name: 'editor', version: '1.0.0' }).connect(ours);
  const session = await connection.newSession({ cwd: '/project' });
  expect(await session.prompt('Hi')).toMatchObject({ kind: 'ended', stopReason: 'end_turn' });
  expect(connection.version).toBe(2);
  expect(loaded).toEqual([]);
});

test('a client of version 1 loads it', async () => {
  const [ours, theirs] = memoryPair();
  agent({ name: 'greeter', version: '1.0.0' })
    .onPrompt(() => undefined)
    .connect(theirs);
  const opened = new Promise((resolve) => {
    const receive = (message: unknown): void => {
      if ((message as { readonly id?: number }).id === 2) resolve(message);
    };
    ours.open({ receive, reject: resolve, ended: resolve });
  });
  ours.send({ jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion: 1 } });
  ours.send({ jsonrpc: '2.0', id: 2, method: 'session/new', params: { cwd: '/project', mcpServers: [] } });
  expect(await opened).toMatchObject({ result: { sessionId: expect.any(String) } });
  expect(loaded).toEqual(['bridge']);
  ours.destroy();
});
