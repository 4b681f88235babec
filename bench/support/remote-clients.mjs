/**
 * Clients of remote agents: ours, the peer's, and the least that can be done. Each has one session, and opens more when
 * asked.
 */
import { once } from 'node:events';
import { connect as connectHttp2 } from 'node:http2';
import { createConnection } from 'node:net';

import { peerVersions } from './peer-versions.mjs';
import { corked } from './remote-agents.mjs';

const window = 1024 * 1024;

/** Each connects to `url`, and calls `onUpdate` for every update. */
export const remoteClients = { ours, peer, 'raw-ws': rawWebSocket, 'raw-http': rawHttp };

const prompt = (words) => [{ type: 'text', text: words }];

async function ours({ url, transport, onUpdate }) {
  const { Connection } = await import('@acp-stack/sdk');
  const { http, webSocket } = await import('@acp-stack/http/node');
  const connection = new Connection('client', transport === 'ws' ? webSocket(url) : http(url));
  connection.onNotification('session/update', ({ update }) => {
    if (update.sessionUpdate !== 'state_update' && update.sessionUpdate !== 'user_message') onUpdate();
  });
  await connection.requestRaw('initialize', peerVersions.v2.initialize);
  connection.setAdvertised({ capabilities: { session: {} } });
  const newSession = async () => {
    const { sessionId } = await connection.request('session/new', { cwd: '/' });
    return (words) => connection.request('session/prompt', { sessionId, prompt: prompt(words) });
  };
  return { newSession, prompt: await newSession() };
}

async function peer({ url, transport, version, onUpdate }) {
  const { WebSocket } = await import('ws');
  const { createHttpStream } = await import('@agentclientprotocol/sdk/experimental/http-client');
  const { createWebSocketStream } = await import('@agentclientprotocol/sdk/experimental/ws-client');
  const { entry, initialize, newSession: wish } = peerVersions[version];
  const { client, methods } = await import(entry);
  const stream =
    transport === 'ws' ? createWebSocketStream(url.replace('http', 'ws'), { WebSocket }) : createHttpStream(url);
  const { agent } = client({ name: 'c' })
    .onNotification(methods.client.session.update, () => onUpdate())
    .connect(stream);
  await agent.request(methods.agent.initialize, initialize);
  const newSession = async () => {
    const { sessionId } = await agent.request(methods.agent.session.new, wish);
    return (words) => agent.request(methods.agent.session.prompt, { sessionId, prompt: prompt(words) });
  };
  return { newSession, prompt: await newSession() };
}

/** Calls that wait, by id; `take` looks at what arrives. */
function waitingCalls(send, onUpdate) {
  const waiting = new Map();
  let id = 0;
  return {
    prompt: (words) =>
      new Promise((resolve) => {
        id += 1;
        waiting.set(id, resolve);
        send({ jsonrpc: '2.0', id, method: 'session/prompt', params: { sessionId: 'sess_1', prompt: prompt(words) } });
      }),
    take: (text) => {
      const message = JSON.parse(text);
      if (message.method === 'session/update') {
        onUpdate();
        return;
      }
      waiting.get(message.id)();
      waiting.delete(message.id);
    },
  };
}

async function rawWebSocket({ url, onUpdate }) {
  const { WebSocket } = await import('ws');
  let wire;
  const createWire = ({ host, port }) => (wire = createConnection({ host, port }));
  const socket = new WebSocket(url.replace('http', 'ws'), { perMessageDeflate: false, createConnection: createWire });
  await once(socket, 'open');
  const calls = waitingCalls(corked(socket, wire), onUpdate);
  socket.on('message', (/** @type {Buffer} */ data) => calls.take(data.toString()));
  return { prompt: calls.prompt };
}

async function rawHttp({ url, onUpdate }) {
  const session = connectHttp2(url, { settings: { initialWindowSize: window } });
  await once(session, 'remoteSettings');
  session.setLocalWindowSize(16 * window);
  const post = (message) => {
    const stream = session.request({ ':method': 'POST', ':path': '/acp', 'content-type': 'application/json' });
    stream.on('data', () => undefined);
    stream.end(JSON.stringify(message));
  };
  const calls = waitingCalls(post, onUpdate);
  const events = session.request({ ':path': '/acp', accept: 'text/event-stream' });
  let rest = '';
  events.on('data', (chunk) => {
    const last = chunk.lastIndexOf('\n\n');
    if (last === -1) {
      rest += chunk.toString('latin1');
      return;
    }
    const lines = (rest + chunk.toString('latin1', 0, last)).split('\n\n');
    rest = chunk.toString('latin1', last + 2);
    for (const line of lines) calls.take(line.slice(6));
  });
  await once(events, 'response');
  return { prompt: calls.prompt };
}
