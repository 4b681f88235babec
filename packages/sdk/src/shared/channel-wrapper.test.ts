import { memoryPair, wrapChannel, type Channel } from '@acp-stack/rpc';
import { expect, test } from 'vitest';

import { agent } from '../agent/agent.ts';
import { client } from '../client/client.ts';
import type { ChannelWrapper } from './channel-wrapper.ts';

const info = { name: 'test', version: '1.0.0' };

/** Notes the methods of requests that pass. */
const noting =
  (seen: string[], name: string): ChannelWrapper =>
  (channel: Channel) =>
    wrapChannel(channel, {
      send: (message, text) => {
        const { method } = message as { readonly method?: string };
        if (method !== undefined) seen.push(`${name} ${method}`);
        return channel.send(message, text);
      },
    });

test('each connection of a client is wrapped, the last wrapper is the outermost, and so is one after a restart', async () => {
  const seen: string[] = [];
  const app = client(info).wrapChannel(noting(seen, 'first')).wrapChannel(noting(seen, 'last'));
  const connection = await app.connect(agent(info));
  expect(seen).toEqual(['last initialize', 'first initialize']);
  await connection.close();
  await connection.reconnect(agent(info).start());
  expect(seen).toHaveLength(4);
  await connection.close();
});

test('each connection of an agent is wrapped, also one that it starts itself', async () => {
  const seen: string[] = [];
  const app = agent(info)
    .onPrompt(({ message }) => message.append('Hello'))
    .wrapChannel(noting(seen, 'agent'));
  const [ours, theirs] = memoryPair();
  app.connect(theirs);
  for (const channel of [ours, app]) {
    const connection = await client(info).connect(channel);
    await (await connection.newSession({ cwd: '/garden' })).prompt('Hi');
    await connection.close();
  }
  const [first, second] = [seen.slice(0, seen.length / 2), seen.slice(seen.length / 2)];
  expect(first).toEqual(second);
  expect(new Set(seen)).toEqual(new Set(['agent session/update']));
});

test('the handler of prompts is wrapped, the last wrapper is the outermost, whichever was registered first', async () => {
  const seen: string[] = [];
  const app = agent(info)
    .wrapPrompt((handler) => (turn) => (seen.push('inner'), handler(turn)))
    .onPrompt(() => void seen.push('handler'))
    .wrapPrompt((handler) => (turn) => (seen.push('outer'), handler(turn)));
  const connection = await client(info).connect(app);
  await (await connection.newSession({ cwd: '/garden' })).prompt('Hi');
  await connection.close();
  expect(seen).toEqual(['outer', 'inner', 'handler']);
});
