/** An agent for clients of AG-UI: messages, tool calls, and a question that the user answers. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

// #region serve
import { createServer } from 'node:http';

import { agUiEndpoint } from '@acp-stack/ag-ui';
import { nodeListener } from '@acp-stack/http/server';
import { agent } from '@acp-stack/sdk';

const gardener = agent({ name: 'gardener', version: '1.0.0' }).onPrompt(
  async ({ toolCall, requestPermission, message }) => {
    const cut = toolCall({ title: 'Cut the roses', name: 'cut', kind: 'edit' });
    const allowed = await requestPermission({ title: 'Cut the roses?', subject: cut });
    await (allowed === undefined ? cut.fail() : cut.complete());
    await message.append(allowed === undefined ? 'I left them.' : 'They are cut.');
  },
);

const endpoint = agUiEndpoint({ agent: gardener, cwd: process.cwd() });
const server = createServer(nodeListener((request) => endpoint.fetch(request, userOf(request))));
server.listen(Number(process.env['PORT'] ?? 0), '127.0.0.1');

/** Your login: who the client is, or undefined. */
function userOf(request: Request): string | undefined {
  return request.headers.get('authorization') === `Bearer ${process.env['ANN_TOKEN'] ?? 'ann-secret'}`
    ? 'ann'
    : undefined;
}
// #endregion serve

// #region client
import { HttpAgent } from '@ag-ui/client';

async function talk(url: string): Promise<unknown> {
  const client = new HttpAgent({ url, threadId: 'garden-1', headers: { authorization: 'Bearer ann-secret' } });
  client.addMessage({ id: '1', role: 'user', content: 'The roses are too high.' });
  await client.runAgent();
  while (client.pendingInterrupts.length > 0) {
    const resume = client.pendingInterrupts.map(({ id, message }) => ({
      interruptId: id,
      status: 'resolved' as const,
      payload: { approved: message === 'Cut the roses?' }, // ask the user
    }));
    await client.runAgent({ resume });
  }
  return client.messages.at(-1)?.content;
}
// #endregion client

export async function main(): Promise<void> {
  if (!server.listening) await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/ag-ui`;
  assert.equal(await talk(url), 'They are cut.');
  assert.equal((await fetch(url, { method: 'POST' })).status, 401);
  await endpoint.close();
  server.close();
}
