/** Clients of the official SDK at a hub: they work in sessions that others see, without knowing of a hub. */
import { client as clientOfVersion1 } from '@agentclientprotocol/sdk';
import { createHttpStream } from '@agentclientprotocol/sdk/experimental/http-client';
import { client as clientOfVersion2 } from '@agentclientprotocol/sdk/experimental/v2';
import { createWebSocketStream } from '@agentclientprotocol/sdk/experimental/ws-client';
import { agent } from '@acp-stack/sdk';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';

import { cwd, ServedHub } from '../hub/served-hub.ts';

/** Asks for permission, and says whether it got it. */
const gardener = agent({ name: 'gardener', version: '1.0.0' }).onPrompt(async (turn) => {
  const isAllowed = await turn.requestPermission({ title: 'Water the plants?' });
  await turn.message.append(isAllowed ? `${turn.text}: watered` : `${turn.text}: dry`);
});

type Stream = ReturnType<typeof createHttpStream>;

const transports: Readonly<Record<string, (url: string, headers: Record<string, string>) => Stream>> = {
  HTTP: (url, headers) => createHttpStream(url, { headers }),
  WebSocket: (url, headers) => createWebSocketStream(url.replace('http', 'ws'), { WebSocket, headers }),
};

/** The kinds and texts of messages that a client is shown. */
class Shown {
  readonly texts: string[] = [];

  readonly note = ({ params }: { readonly params: { readonly update: unknown } }): void => {
    const { sessionUpdate = '', content } = params.update as {
      readonly sessionUpdate?: string;
      readonly content?: unknown;
    };
    if (!/^(?:user|agent)_message/u.test(sessionUpdate)) return;
    const text = [content].flat().map((block) => (block as { readonly text?: string } | undefined)?.text ?? '');
    this.texts.push(`${sessionUpdate.startsWith('user') ? 'user' : 'agent'} ${text.join('')}`);
  };
}

const yes = { outcome: { outcome: 'selected', optionId: 'allow_once' } } as const;

test.each(Object.entries(transports))(
  'over %s, official clients of both versions share a session, and find it again when they come back',
  async (_, open) => {
    await using setting = await ServedHub.open({ gardener });
    const headers = { authorization: `Bearer ${setting.token}` };
    const connectOld = async (shown: Shown, answer: () => Promise<typeof yes> | typeof yes) => {
      const connection = clientOfVersion1()
        .onNotification('session/update', shown.note)
        .onRequest('session/request_permission', answer)
        .connect(open(setting.url, headers));
      await connection.agent.request('initialize', { protocolVersion: 1, clientCapabilities: {} });
      return connection;
    };
    const [first, second, again] = [new Shown(), new Shown(), new Shown()];
    const asked: string[] = [];
    const old = await connectOld(first, () => {
      asked.push('old');
      // It leaves the question to the other one.
      return new Promise(() => undefined);
    });
    const { sessionId } = await old.agent.request('session/new', { cwd, mcpServers: [] });
    const young = clientOfVersion2()
      .onNotification('session/update', second.note as never)
      .onRequest('session/request_permission', ({ params }) => {
        asked.push('young');
        const { optionId = '' } = params.options.find(({ kind }) => kind === 'allow_once') ?? {};
        return { outcome: { outcome: 'selected', optionId } };
      })
      .connect(open(setting.url, headers) as never);
    const info = { name: 'official', version: '2.4.0' };
    await young.agent.request('initialize', { protocolVersion: 2, info, capabilities: {} });
    await young.agent.request('session/resume', { sessionId, cwd, mcpServers: [] });

    const { stopReason } = await old.agent.request('session/prompt', {
      sessionId,
      prompt: [{ type: 'text', text: 'Go' }],
    });
    expect(stopReason).toBe('end_turn');
    expect(asked.toSorted()).toEqual(['old', 'young']);
    await expect.poll(() => first.texts).toEqual(['agent Go: watered']);
    await expect.poll(() => second.texts).toEqual(['user Go', 'agent Go: watered']);
    old.close();
    young.close();

    const back = await connectOld(again, () => yes);
    await back.agent.request('session/load', { sessionId, cwd, mcpServers: [] });
    await expect.poll(() => again.texts).toEqual(['user Go', 'agent Go: watered']);
    back.close();
  },
);
