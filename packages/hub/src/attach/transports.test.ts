/** Clients over HTTP, WebSocket and in memory, attached to one session at once. */
import { expect, test } from 'vitest';

import { http, webSocket } from '@acp-stack/http/node';
import { serveHttp } from '@acp-stack/http/server';
import type { Channel } from '@acp-stack/rpc';
import { client, type ClientConnection } from '@acp-stack/sdk';

import { folder, liveHub, Version1Client } from './live-hub.test-support.ts';
import { textsOf } from './scripted-hub.test-support.ts';

test('clients of both versions over HTTP, WebSocket and in memory see the same session', async () => {
  await using hub = liveHub();
  await using serving = await serveHttp(hub.app, { authenticate: () => 'ada' });
  const channels: Readonly<Record<string, () => Channel>> = {
    http: () => http(serving.url),
    webSocket: () => webSocket(serving.url),
    memory: () => hub.dial(),
  };
  const first = await client({ name: 'first', version: '1' }).connect(hub.dial());
  const { id: sessionId } = await first.newSession({ cwd: folder });
  const agent = hub.node.agents.last;
  await agent.say({ sessionUpdate: 'agent_message', messageId: 'm0', content: [{ type: 'text', text: 'before' }] });
  await expect.poll(() => hub.node.feeds.readers(sessionId)).toBe(1);

  const seen = new Map<string, string[]>();
  const connections: ClientConnection[] = [first];
  const olds: Version1Client[] = [];
  for (const [name, dial] of Object.entries(channels)) {
    const texts: string[] = [];
    seen.set(name, texts);
    const connection = await client({ name, version: '1' }).connect(dial(), { versions: [2] });
    connections.push(connection);
    await connection.load({ sessionId, cwd: folder }, { onUpdate: (update) => void texts.push(...textsOf(update)) });
    const old = await new Version1Client(dial()).initialize();
    olds.push(old);
    seen.set(`${name} 1`, old.seen);
    await old.request('session/load', { sessionId, cwd: folder, mcpServers: [] });
  }
  const [, overHttp] = connections;
  const prompted = overHttp?.session(sessionId)?.prompt('hello');
  await expect.poll(() => agent.prompts).toEqual(['hello']);
  await agent.answer('after');
  await prompted;
  for (const [name, texts] of seen) {
    const expected = name.endsWith(' 1')
      ? ['agent_message_chunk before', 'user_message_chunk hello', 'agent_message_chunk after']
      : ['before', 'hello', 'after'];
    await expect.poll(() => texts.filter((text) => !text.startsWith('available')), { message: name }).toEqual(expected);
  }
  for (const old of olds) old[Symbol.dispose]();
  for (const connection of connections) await connection.close();
  await expect.poll(() => [hub.app.clients, hub.app.sessions, hub.node.feeds.size]).toEqual([0, 0, 0]);
});
