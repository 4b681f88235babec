/** A curious agent of version 1, on the official SDK: it does with the client's machine what a prompt says, and tells what came of it. */
import { Readable, Writable } from 'node:stream';

import { agent, ndJsonStream } from '@agentclientprotocol/sdk';

agent({ name: 'curious' })
  .onRequest('initialize', () => ({ protocolVersion: 1, agentCapabilities: {} }))
  .onRequest('session/new', () => ({ sessionId: 'garden' }))
  .onRequest('session/prompt', async ({ params: { sessionId, prompt }, client }) => {
    const { method, params } = JSON.parse(prompt[0].text);
    const outcome = await client
      .request(method, { sessionId, ...params })
      .catch(({ code, message }) => ({ code, message }));
    const content = { type: 'text', text: JSON.stringify(outcome) };
    await client.notify('session/update', { sessionId, update: { sessionUpdate: 'agent_message_chunk', content } });
    return { stopReason: 'end_turn' };
  })
  .onNotification('session/cancel', () => undefined)
  .connect(ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin)));
