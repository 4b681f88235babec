import { serveHttp } from '@acp-stack/http/server';
import type { Channel } from '@acp-stack/rpc';
import { expect, test } from 'vitest';

import { Wire } from './wire.ts';

const initialized = { protocolVersion: 2, info: { name: 'agent', version: '1.0.0' }, capabilities: {} };

test('a connection over HTTP ends when a message cannot be read: what follows would be seen behind a gap', async () => {
  let agent: Channel | undefined;
  await using serving = await serveHttp({
    connect(channel) {
      agent = channel;
      const closed = new Promise<void>((resolve) => {
        channel.open({
          receive: (message) => {
            const { id, method } = message as { readonly id?: number; readonly method?: string };
            const result = method === 'initialize' ? initialized : {};
            if (id !== undefined) channel.send({ jsonrpc: '2.0', id, result });
          },
          reject: () => undefined,
          ended: () => {
            resolve();
          },
        });
      });
      return { closed };
    },
  });
  const seen: unknown[] = [];
  const url = serving.url.replace(/^http:/u, 'ws:');
  const wire = new Wire(url, (message) => void seen.push(message['params']), { transport: 'http' });
  await wire.request('initialize', { ...initialized, info: { name: 'client', version: '1.0.0' } });
  await wire.request('session/resume', { sessionId: 'garden', cwd: '/' });
  const tell = (n: number, text?: string): void => {
    agent?.send({ jsonrpc: '2.0', method: 'session/update', params: { sessionId: 'garden', n } }, text);
  };

  tell(1);
  tell(2, '{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"garden"');
  tell(3);
  await wire.closed;
  expect(seen).toEqual([{ sessionId: 'garden', n: 1 }]);
});

test.each(['http', 'webSocket'] as const)(
  'a request over %s fails at once when the connection has ended',
  async (transport) => {
    await using serving = await serveHttp({ connect: (channel) => ({ closed: channel.end() }) });
    const wire = new Wire(serving.url.replace(/^http:/u, 'ws:'), () => undefined, { transport });
    await wire.opened;
    wire.close();
    await wire.closed;
    await expect(wire.request('initialize', initialized)).rejects.toThrow('The connection was closed.');
  },
);
