/**
 * What a hub is compared with: a WebSocket server that sends the same updates to the same clients and stores nothing.
 *
 * It answers the requests of `hub-clients.mjs`, and runs `tick <ms> <count>` itself.
 */
import { createServer } from 'node:http';

import { WebSocketServer } from 'ws';

import { updates } from './messages.mjs';

const now = () => performance.timeOrigin + performance.now();
const clientsOf = new Map();
const server = createServer();

function tick(sessionId, number, { every, count }) {
  const { content } = updates.chunk(number).update;
  const text = `${now().toFixed(2)} ${number} ${number === count - 1 ? 'the end ' : ''}${content.text}`;
  const update = { sessionUpdate: 'agent_message_chunk', messageId: 'm', content: { type: 'text', text } };
  const message = JSON.stringify({ jsonrpc: '2.0', method: 'session/update', params: { sessionId, update } });
  for (const socket of clientsOf.get(sessionId)) socket.send(message);
  if (number < count - 1) setTimeout(() => tick(sessionId, number + 1, { every, count }), every);
}

new WebSocketServer({ server, perMessageDeflate: false }).on('connection', (socket) => {
  socket.on('message', (data) => {
    const { id, method, params } = JSON.parse(Buffer.concat([data].flat()).toString());
    let result = {};
    if (method === 'session/new') {
      result = { sessionId: `bare_${clientsOf.size}` };
      clientsOf.set(result.sessionId, [socket]);
    }
    if (method === 'session/resume') clientsOf.get(params.sessionId).push(socket);
    socket.send(JSON.stringify({ jsonrpc: '2.0', id, result }));
    if (method !== 'session/prompt') return;
    const [, every, count] = params.prompt[0].text.split(' ').map(Number);
    setTimeout(() => tick(params.sessionId, 0, { every, count }), Math.random() * every);
  });
});

server.listen(0, '127.0.0.1', () => {
  process.send({ url: `http://127.0.0.1:${server.address().port}/` });
});
process.on('disconnect', () => process.exit());
