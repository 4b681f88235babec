/** Agents that are reached over a network, on loopback: ours, the peer's, and the least that can be done. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createServer as createHttp2Server } from 'node:http2';

import { peerVersions } from './peer-versions.mjs';

const loopback = '127.0.0.1';
/** Bytes that may wait before a bare sender waits too, as our channels do. */
const highWater = 1024 * 1024;
const window = 1024 * 1024;

/** `onPrompt(words, sessionId, send)` works; each answers with its address. */
export const remoteAgents = { ours, peer, 'raw-ws': rawWebSocket, 'raw-http': rawHttp };

let sessions = 0;
const nextSession = () => ({ sessionId: `sess_${(sessions += 1)}` });

async function ours({ onPrompt }) {
  const { Connection } = await import('@acp-stack/sdk');
  const { serveHttp } = await import('@acp-stack/http/server');
  const connect = (channel) => {
    const connection = new Connection('agent', channel);
    const send = (params) => connection.notify('session/update', params);
    connection.onRawRequest('initialize', () => peerVersions.v2.initialized);
    connection.onRequest('session/new', nextSession);
    connection.onRequest('session/prompt', async ({ prompt, sessionId }) => {
      await onPrompt(prompt[0].text, sessionId, send);
      return { messageId: 'm' };
    });
    return connection;
  };
  // All connections are of one principal here.
  const { url } = await serveHttp({ connect }, { limits: { connections: 4096 } });
  return url;
}

async function peer({ onPrompt, version }) {
  const { WebSocketServer } = await import('ws');
  const { AcpServer } = await import('@agentclientprotocol/sdk/experimental/server');
  const { createNodeHttpHandler, createNodeWebSocketUpgradeHandler } =
    await import('@agentclientprotocol/sdk/experimental/node');
  const { entry, initialized, prompted } = peerVersions[version];
  const { agent, methods } = await import(entry);
  const createAgent = () =>
    agent({ name: 'a' })
      .onRequest(methods.agent.initialize, () => initialized)
      .onRequest(methods.agent.session.new, nextSession)
      .onRequest(methods.agent.session.prompt, async ({ client, params: { prompt, sessionId } }) => {
        const send = (update) => client.notify(methods.client.session.update, update);
        await onPrompt(prompt[0].text, sessionId, send);
        return prompted;
      });
  const acp = new AcpServer({ createAgent });
  const server = createServer(createNodeHttpHandler(acp));
  server.on('upgrade', createNodeWebSocketUpgradeHandler(acp, new WebSocketServer({ noServer: true })));
  return await listen(server);
}

/** One write per turn, one frame per message. */
async function rawWebSocket({ onPrompt }) {
  const { WebSocketServer } = await import('ws');
  const server = createServer();
  new WebSocketServer({ server, perMessageDeflate: false }).on('connection', (socket, { socket: wire }) => {
    const send = corked(socket, wire);
    const notify = (params) => send({ jsonrpc: '2.0', method: 'session/update', params });
    const answer = async ({ id, params }) => {
      await onPrompt(params.prompt[0].text, params.sessionId, notify);
      void send({ jsonrpc: '2.0', id, result: {} });
    };
    socket.on('message', (/** @type {Buffer} */ data) => void answer(JSON.parse(data.toString())));
  });
  return await listen(server);
}

/** Sends over a `ws` socket whose wire is corked until the end of the turn. */
export function corked(socket, wire) {
  let isCorked = false;
  return (message) => {
    if (!isCorked) {
      isCorked = true;
      wire.cork();
      process.nextTick(() => {
        isCorked = false;
        wire.uncork();
      });
    }
    socket.send(JSON.stringify(message));
    return wire.writableLength < highWater ? undefined : once(wire, 'drain');
  };
}

/** One stream of events, several in a write; what is posted is answered there. */
async function rawHttp({ onPrompt }) {
  const server = createHttp2Server({ settings: { initialWindowSize: window, maxConcurrentStreams: 1000 } });
  let events;
  server.on('session', (session) => session.setLocalWindowSize(16 * window));
  const notify = (params) => events({ jsonrpc: '2.0', method: 'session/update', params });
  const answer = async (stream) => {
    const chunks = [];
    for await (const chunk of stream) chunks.push(chunk);
    const { id, params } = JSON.parse(Buffer.concat(chunks).toString());
    stream.respond({ ':status': 202 }, { endStream: true });
    await onPrompt(params.prompt[0].text, params.sessionId, notify);
    void events({ jsonrpc: '2.0', id, result: {} });
  };
  server.on('stream', (stream, headers) => {
    if (headers[':method'] === 'GET') {
      stream.respond({ ':status': 200, 'content-type': 'text/event-stream' });
      events = coalesced(stream);
    } else void answer(stream);
  });
  return await listen(server);
}

function coalesced(stream) {
  let text = '';
  let isScheduled = false;
  const flush = () => {
    isScheduled = false;
    const full = text;
    text = '';
    return new Promise((resolve) => stream.write(full, resolve));
  };
  return (message) => {
    text += `data: ${JSON.stringify(message)}\n\n`;
    if (text.length >= 65_536) return flush();
    if (!isScheduled) {
      isScheduled = true;
      process.nextTick(() => void (text !== '' && flush()));
    }
    return undefined;
  };
}

async function listen(server) {
  server.listen(0, loopback);
  await once(server, 'listening');
  return `http://${loopback}:${server.address().port}/acp`;
}
