/** Requests to the bridge as any program of the machine can send them. */
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';

import { addressOf } from '../garden.test-support.ts';
import type { Fields } from '../raw-side.test-support.ts';

export interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly path?: string;
}

/** The headers of a POST of MCP. */
const posted = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' };

/** Sends a request with the token of `server`, unless the headers say otherwise; resolves with its response. */
export async function send(
  server: Fields,
  { method = 'POST', headers = {}, body, path }: Sent = {},
): Promise<IncomingMessage> {
  const { url, headers: own } = addressOf(server);
  const all = { ...own, ...(method === 'POST' ? posted : { accept: 'text/event-stream' }), ...headers };
  const sent = request(url, { method, path: path ?? url.pathname, headers: all, agent: false });
  sent.on('error', () => undefined);
  sent.end(body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body));
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  response.on('error', () => undefined);
  return response;
}

/** Sends a request; resolves with the status and the body of its response, which has an end. */
export async function statusOf(
  server: Fields,
  sent?: Sent,
): Promise<{ readonly status: number; readonly body: string }> {
  const response = await send(server, sent);
  return { status: response.statusCode ?? 0, body: await text(response) };
}

/** The first message of an MCP session. */
export const initialize = {
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '1.0.0' } },
};

/** Begins an MCP session; resolves with the headers of its later requests. */
export async function beginSession(server: Fields): Promise<Readonly<Record<string, string>>> {
  const response = await send(server, { body: initialize });
  await text(response);
  const session = {
    'mcp-session-id': String(response.headers['mcp-session-id']),
    'mcp-protocol-version': '2025-11-25',
  };
  await statusOf(server, { headers: session, body: { jsonrpc: '2.0', method: 'notifications/initialized' } });
  return session;
}

/** The events of a response, one by one. */
export async function* eventsOf(
  response: IncomingMessage,
): AsyncGenerator<{ readonly id: string; readonly data: string }> {
  let rest = '';
  for await (const chunk of response) {
    rest += String(chunk);
    const blocks = rest.split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const field = (name: string): string => new RegExp(`^${name}: (.*)$`, 'mu').exec(block)?.[1] ?? '';
      if (block.includes('data:')) yield { id: field('id'), data: field('data') };
    }
  }
}

/** Opens a socket to the server. */
export async function openSocket(server: Fields): Promise<Socket> {
  const { url } = addressOf(server);
  const socket = connect(Number(url.port), url.hostname);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}
