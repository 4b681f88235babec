/**
 * Text arrives whole at every split point: each byte of it comes by itself, over whatever carries a remote connection.
 */
import { http as http1 } from '@acp-stack/http';
import { http as http2, webSocket } from '@acp-stack/http/node';
import { serveHttp } from '@acp-stack/http/server';
import type { Channel } from '@acp-stack/rpc';
import { describe, expect, test } from 'vitest';

import { GrowingList } from '../support/growing-list.ts';
import { TcpProxy } from '../support/tcp-proxy.ts';

const initialize = { jsonrpc: '2.0', id: 0, method: 'initialize', params: { protocolVersion: 1 } };
/** Characters of one to four bytes, and those that end lines somewhere. */
const note = { jsonrpc: '2.0', method: '_note', params: { text: 'aä€😀\r\n\u2028👩‍🌾 花园' } };

/** Says back what it hears. */
const echo = {
  connect: (channel: Channel): { readonly closed: Promise<void> } => ({
    closed: new Promise((resolve) => {
      channel.open({
        receive: (message) => {
          const { id } = message as { readonly id?: number };
          channel.send(id === undefined ? message : { jsonrpc: '2.0', id, result: { protocolVersion: 1 } });
        },
        reject: () => undefined,
        ended: () => {
          resolve();
        },
      });
    }),
  }),
};

describe.each([
  ['WebSocket', webSocket],
  ['HTTP/2', http2],
  ['HTTP/1.1', http1],
] as const)('over %s', (_, connect) => {
  test('every message arrives as it was sent, there and back', async () => {
    await using serving = await serveHttp(echo);
    await using proxy = await TcpProxy.to(serving.url);
    proxy.drip();
    const channel = connect(proxy.through(serving.url));
    const messages = new GrowingList<unknown>();
    const ended = new Promise<void>((resolve) => {
      channel.open({
        receive: (message) => {
          messages.push(message);
        },
        reject: (problem) => {
          messages.push(problem);
        },
        ended: () => {
          resolve();
        },
      });
    });
    channel.send(initialize);
    await messages.reaches(1);
    channel.send(note);
    channel.send(note);
    expect((await messages.reaches(3)).slice(1)).toEqual([note, note]);
    channel.destroy();
    await ended;
  });
});
