/** Our agent behind our server, with the official SDK's remote clients. */
import { client as clientOfVersion1, type ClientConnection } from '@agentclientprotocol/sdk';
import { createHttpStream } from '@agentclientprotocol/sdk/experimental/http-client';
import { client as clientOfVersion2 } from '@agentclientprotocol/sdk/experimental/v2';
import { createWebSocketStream } from '@agentclientprotocol/sdk/experimental/ws-client';
import { serveHttp, type HttpServing, type ServeOptions } from '@acp-stack/http/server';
import { agent, type Agent } from '@acp-stack/sdk';
import { describe, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';

import { GrowingList } from '../support/growing-list.ts';

const info = { name: 'gardener', version: '1.0.0' };
const chunks = 200;

/** Says many words, asks for permission, and says whether it got it. */
function gardener(): Agent {
  return agent(info).onPrompt(async (turn) => {
    for (let n = 0; n < chunks; n += 1) await turn.message.append(`${n} `);
    const isAllowed = await turn.requestPermission({ title: 'Water the plants?' });
    await turn.message.append(isAllowed ? 'watered' : 'dry');
  });
}

type Transport = (url: string) => ReturnType<typeof createHttpStream>;

const transports: readonly (readonly [name: string, open: Transport])[] = [
  ['HTTP', (url) => createHttpStream(url)],
  ['WebSocket', (url) => createWebSocketStream(url.replace('http', 'ws'), { WebSocket })],
];

async function serve(options: ServeOptions = {}): Promise<HttpServing> {
  return await serveHttp(gardener(), options);
}

/** The text of an update, where it has one. */
const textOf = (update: unknown): string => {
  const { content } = update as { readonly content?: { readonly text?: string } };
  return content?.text ?? '';
};

describe.each(transports)('over %s', (_name, open) => {
  test('the official client of version 1 holds a conversation with our agent', async () => {
    const complaints = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const updates = new GrowingList<string>();
    await using serving = await serve();
    const theirs: ClientConnection = clientOfVersion1()
      .onNotification('session/update', ({ params }) => {
        updates.push(textOf(params.update));
      })
      .onRequest('session/request_permission', ({ params }) => ({
        outcome: {
          outcome: 'selected',
          optionId: params.options.find(({ kind }) => kind === 'allow_once')?.optionId ?? '',
        },
      }))
      .connect(open(serving.url));
    const introduction = await theirs.agent.request('initialize', { protocolVersion: 1, clientCapabilities: {} });
    expect(introduction.protocolVersion).toBe(1);
    const { sessionId } = await theirs.agent.request('session/new', { cwd: '/garden', mcpServers: [] });
    const result = await theirs.agent.request('session/prompt', { sessionId, prompt: [{ type: 'text', text: 'Go' }] });
    expect(result.stopReason).toBe('end_turn');
    const words = Array.from({ length: chunks }, (_, n) => `${n} `).join('');
    expect(updates.items.join('')).toBe(`${words}watered`);
    theirs.close();
    expect(complaints.mock.calls).toEqual([]);
    complaints.mockRestore();
  });

  test('two sessions of one connection stay apart', async () => {
    const bySession = new Map<string, string>();
    await using serving = await serve();
    const theirs = clientOfVersion1()
      .onNotification('session/update', ({ params }) => {
        bySession.set(params.sessionId, (bySession.get(params.sessionId) ?? '') + textOf(params.update));
      })
      .onRequest('session/request_permission', () => ({ outcome: { outcome: 'cancelled' } }))
      .connect(open(serving.url));
    await theirs.agent.request('initialize', { protocolVersion: 1, clientCapabilities: {} });
    const opened = await Promise.all(
      [1, 2].map(() => theirs.agent.request('session/new', { cwd: '/garden', mcpServers: [] })),
    );
    await Promise.all(
      opened.map(({ sessionId }) =>
        theirs.agent.request('session/prompt', { sessionId, prompt: [{ type: 'text', text: 'Go' }] }),
      ),
    );
    const words = Array.from({ length: chunks }, (_, n) => `${n} `).join('');
    expect(opened.map(({ sessionId }) => bySession.get(sessionId))).toEqual([`${words}dry`, `${words}dry`]);
    theirs.close();
  });

  test('the official client of version 2 opens a session', async () => {
    await using serving = await serve();
    const theirs = clientOfVersion2().connect(open(serving.url) as never);
    const introduction = await theirs.agent.request('initialize', {
      protocolVersion: 2,
      info: { name: 'official-client', version: '2.4.0' },
      capabilities: {},
    });
    expect(introduction.protocolVersion).toBe(2);
    const session = await theirs.agent.buildSession('/garden').start();
    expect(session.sessionId).not.toBe('');
    theirs.close();
  });

  test('our server knows when the official client has gone', async () => {
    await using serving = await serve();
    const theirs = clientOfVersion1().connect(open(serving.url));
    await theirs.agent.request('initialize', { protocolVersion: 1, clientCapabilities: {} });
    expect(serving.counters().connections).toBe(1);
    theirs.close();
    while (serving.counters().connections > 0) await new Promise(setImmediate);
    expect(serving.counters()).toMatchObject({ connectionsOpened: 1, refused: {} });
  });
});
