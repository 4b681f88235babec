import type { Channel } from '@acp-stack/rpc';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';

import { opened, type Opened } from '../client/opened.test-support.ts';
import { http, webSocket } from '../node/index.ts';
import type { App } from './options/served-program.ts';
import { serveHttp, type HttpServing } from './serve-http.ts';

const initialize = { jsonrpc: '2.0', id: 0, method: 'initialize', params: { protocolVersion: 1 } };
const note = (n: number): object => ({ jsonrpc: '2.0', method: 'note', params: { n } });

interface Served extends AsyncDisposable {
  readonly serving: HttpServing;
  /** The principals of the tokens that are accepted. */
  readonly tokens: Map<string, string>;
  /** Sends a message to all connections of a principal. */
  readonly tell: (principal: string, message: object) => void;
}

async function serve(): Promise<Served> {
  const tokens = new Map([
    ['Bearer a', 'ada'],
    ['Bearer a2', 'ada'],
    ['Bearer b', 'bob'],
  ]);
  const channels: { readonly channel: Channel; readonly principal: string | undefined }[] = [];
  const app: App = {
    connect: (channel, client) => {
      channels.push({ channel, principal: client?.principal });
      const closed = new Promise<void>((resolve) => {
        channel.open({
          receive: (message) => {
            const { id } = message as { readonly id?: unknown };
            if (id !== undefined) channel.send({ jsonrpc: '2.0', id, result: { protocolVersion: 1 } });
          },
          reject: () => undefined,
          ended: () => {
            resolve();
          },
        });
      });
      return { closed };
    },
  };
  const serving = await serveHttp(app, { authenticate: (head) => tokens.get(head.header('authorization') ?? '') });
  const tell = (principal: string, message: object): void => {
    for (const each of channels) if (each.principal === principal) each.channel.send(message);
  };
  return { serving, tokens, tell, [Symbol.asyncDispose]: () => serving.close() };
}

const transports = { http, webSocket };

test.each(['http', 'webSocket'] as const)(
  'over %s a principal that is disconnected goes on only with credentials that are still valid',
  async (transport) => {
    await using served = await serve();
    const { serving, tokens, tell } = served;
    const connect = async (token: string): Promise<Opened> => {
      const client = opened(transports[transport](serving.url, { token, reconnect: { first: 1 } }));
      client.channel.send(initialize);
      await client.arrived(1);
      return client;
    };
    const [lost, kept, other] = [await connect('a'), await connect('a2'), await connect('b')];
    tell('ada', note(1));
    await Promise.all([lost.arrived(2), kept.arrived(2)]);
    tokens.delete('Bearer a');
    serving.disconnect('ada');
    tell('ada', note(2));
    tell('bob', note(3));
    await Promise.all([kept.arrived(3), other.arrived(2), lost.ended]);
    expect(kept.messages.slice(1)).toEqual([note(1), note(2)]);
    expect(lost.messages.slice(1)).toEqual([note(1)]);
    expect(lost.ends).toMatchObject([{ code: 'unauthorized' }]);
    expect(serving.counters().resumed).toBe(1);
    kept.channel.destroy();
    other.channel.destroy();
  },
);

test('a socket that has not sent its first message is dropped too', async () => {
  await using served = await serve();
  const socket = new WebSocket(served.serving.url.replace('http', 'ws'), { headers: { authorization: 'Bearer a' } });
  await new Promise((resolve) => socket.once('open', resolve));
  const closed = new Promise((resolve) => socket.once('close', resolve));
  served.serving.disconnect('ada');
  expect(await closed).toBe(1006);
});
