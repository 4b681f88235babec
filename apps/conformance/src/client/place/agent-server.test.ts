import { expect, test } from 'vitest';

import { HttpClient } from '../../remote/http-client.ts';
import { AgentServer } from './agent-server.ts';

const initialize = { jsonrpc: '2.0', id: 1, method: 'initialize', params: {} };

test('speaks HTTP/2 with prior knowledge and HTTP/1.1 at one address', async () => {
  const server = await AgentServer.start({ over: 'http' });
  const client = await HttpClient.open(new URL(server.url), {});
  try {
    expect(client.version).toBe(2);
    const posted = client.request({
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(initialize),
    });
    const texts: string[] = [];
    const wire = await server.connect({
      text: (text) => void texts.push(text),
      note: () => undefined,
      ended: () => undefined,
    });
    wire.send(JSON.stringify({ jsonrpc: '2.0', id: 1, result: {} }));
    const reply = await posted;
    expect([reply.status, texts]).toEqual([200, [JSON.stringify(initialize)]]);
    expect(reply.headers['acp-connection-id']).toBeTypeOf('string');
    // fetch speaks HTTP/1.1.
    expect((await fetch(server.url, { method: 'DELETE' })).status).toBe(400);
  } finally {
    client.close();
    server.close();
  }
});
