/**
 * Servers and clients of both SDKs, and a server whose responses the test decides: what the remote comparisons are set
 * up with.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Http2Server } from 'node:http2';
import type { AddressInfo, Server as NetServer } from 'node:net';
import { text } from 'node:stream/consumers';

import * as versionOne from '@agentclientprotocol/sdk';
import { createHttpStream } from '@agentclientprotocol/sdk/experimental/http-client';
import { createNodeHttpHandler, createNodeWebSocketUpgradeHandler } from '@agentclientprotocol/sdk/experimental/node';
import { AcpServer, type AgentFactory } from '@agentclientprotocol/sdk/experimental/server';
import { WebSocketServer } from 'ws';

import { http, type HttpOptions } from '@acp-stack/http';
import { acpFetchHandler, serveHttp, type HttpServing, type ServeOptions } from '@acp-stack/http/server';
import { agent, client, type ClientConnection } from '@acp-stack/sdk';
import { VirtualClock } from '@acp-stack/testing';

import { GrowingList } from '../support/growing-list.ts';
import { socketsAreQuiet } from '../support/quiet-sockets.ts';
import { TcpProxy } from '../support/tcp-proxy.ts';
import type { WireMessage } from '../interop/traffic.ts';
import { anHourLater, atEnd, info } from './setup.ts';

export const initialize = { jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion: 1 } };
export const json = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

/** Listens on a free port; the answer is where. */
export async function listening(server: Server | Http2Server | NetServer): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  atEnd(() => {
    server.close();
    if ('closeAllConnections' in server) server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/acp`;
}

/** Lets an hour go by since time was stopped, and what was sent meanwhile arrive. */
export async function anHourLaterOnSockets(): Promise<void> {
  await anHourLater();
  await socketsAreQuiet();
}

/** One request to a server without a network. */
type Ask = (method: string, body?: unknown, headers?: Readonly<Record<string, string>>) => Promise<Response>;

const asking =
  (handle: (request: Request) => Promise<Response>): Ask =>
  (method, body, headers = {}) =>
    handle(
      new Request('http://127.0.0.1/acp', {
        method,
        headers: { ...json, ...headers },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      }),
    );

// ------------------------------------------------------------------------------------------------ ours

const ourApp = (): ReturnType<typeof agent> => agent(info).onPrompt(() => undefined);

/** Our server, on a port. */
export async function ourServer(options: ServeOptions = {}): Promise<HttpServing> {
  const serving = await serveHttp(ourApp(), options);
  atEnd(() => serving[Symbol.asyncDispose]());
  return serving;
}

/** Our server, without a network. */
export function askOurs(options: ServeOptions = {}): Ask {
  const handler = acpFetchHandler(ourApp(), options);
  atEnd(() => handler.close());
  return asking((request) => handler.fetch(request));
}

/** Our client, over HTTP; its own time stands still, whatever that of the channel does. */
export async function ourRemoteClient(url: string, options: HttpOptions = {}): Promise<ClientConnection> {
  const connection = await client(info).connect(http(url, options), { clock: new VirtualClock() });
  atEnd(() => {
    connection.destroy();
  });
  return connection;
}

/** Cuts the way between our server and a client that is made by `connect`, and goes on; what the client reported. */
export async function reportsOfACut(
  connect: (url: string, options: Pick<HttpOptions, 'reconnect' | 'onReport'>) => Promise<ClientConnection>,
): Promise<string[]> {
  const { url } = await ourServer();
  const proxy = await TcpProxy.to(url);
  atEnd(() => proxy[Symbol.asyncDispose]());
  const reports: string[] = [];
  const connection = await connect(proxy.through(url), {
    reconnect: { first: 1, longest: 1 },
    onReport: ({ kind }) => void reports.push(kind),
  });
  const session = await connection.newSession({ cwd: '/' });
  proxy.cut();
  const { stopReason } = await session.prompt('Are you there?');
  return [...reports, String(stopReason)];
}

// ------------------------------------------------------------------------------------------------ theirs

const theirApp: AgentFactory = () =>
  versionOne
    .agent()
    .onRequest('initialize', () => ({ protocolVersion: 1 }))
    .onRequest('session/new', () => ({ sessionId: 's' }));

/** Their server. */
export function theirServer(createAgent: AgentFactory = theirApp): AcpServer {
  const server = new AcpServer({ createAgent });
  atEnd(() => server.close());
  return server;
}

/** Their server, without a network. */
export function askTheirs(): Ask {
  const server = theirServer();
  return asking((request) => server.handleRequest(request));
}

/** Their server, on a port. */
export function theirServing(createAgent?: AgentFactory): Promise<string> {
  const server = theirServer(createAgent);
  const node = createServer(createNodeHttpHandler(server));
  node.on('upgrade', createNodeWebSocketUpgradeHandler(server, new WebSocketServer({ noServer: true })));
  return listening(node);
}

/** Their client, over HTTP. */
export async function theirRemoteClient(
  url: string,
  options?: Parameters<typeof createHttpStream>[1],
): Promise<versionOne.ClientConnection> {
  const connection = versionOne.client().connect(createHttpStream(url, options));
  atEnd(() => {
    connection.close();
  });
  await connection.agent.request('initialize', { protocolVersion: 1 });
  return connection;
}

// ------------------------------------------------------------------------------------------------ by hand

/** What a request brought. */
interface Visit {
  readonly method: string;
  readonly headers: IncomingMessage['headers'];
  readonly message: WireMessage | undefined;
}

/** An open stream of events. */
interface Stream {
  readonly name: string;
  readonly response: ServerResponse;
  /** How many events were written. */
  events: number;
}

interface HandServerOptions {
  /** Headers of every answer. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  /** The status of the answer; 0 for no answer at all. */
  readonly status?: (visit: Visit) => number | undefined;
}

/**
 * A server of remote ACP, version 1, that is played by hand: it opens connections, sessions and streams, and says on
 * them what a test wants.
 *
 * The sessions are called `s1`, `s2` and so on.
 */
export class HandServer {
  readonly visits: GrowingList<Visit> = new GrowingList();
  readonly #options: HandServerOptions;
  readonly #streams: GrowingList<Stream> = new GrowingList();
  readonly #server: Server;
  #sessions = 0;
  #sockets = 0;
  url = '';

  private constructor(options: HandServerOptions) {
    this.#options = options;
    this.#server = createServer((request, response) => void this.#answer(request, response));
    this.#server.on('connection', () => (this.#sockets += 1));
  }

  static async start(options: HandServerOptions = {}): Promise<HandServer> {
    const server = new HandServer(options);
    server.url = await listening(server.#server);
    return server;
  }

  /** How many sockets were opened. */
  get sockets(): number {
    return this.#sockets;
  }

  /** The message of `method`, about `sessionId`, as soon as it has come. */
  async came(method: string, sessionId?: string): Promise<WireMessage> {
    const { message } = await this.visits.find(
      (visit) =>
        visit.message?.method === method &&
        (sessionId === undefined || visit.message.params?.['sessionId'] === sessionId),
    );
    return message as WireMessage;
  }

  /** Resolves when the stream of a session, or of the connection, is open. */
  async opened(name: string): Promise<Stream> {
    return await this.#streams.find((stream) => stream.name === name);
  }

  /** Says something on a stream. */
  async say(name: string, message: object): Promise<void> {
    const stream = await this.opened(name);
    stream.events += 1;
    stream.response.write(`id: ${stream.events}\ndata: ${JSON.stringify({ jsonrpc: '2.0', ...message })}\n\n`);
  }

  /** Resets the socket of a stream. */
  async reset(name: string): Promise<void> {
    (await this.opened(name)).response.socket?.resetAndDestroy();
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', headers } = request;
    const body = await text(request);
    const message = body === '' ? undefined : (JSON.parse(body) as WireMessage);
    const visit = { method, headers, message };
    this.visits.push(visit);
    const status = this.#options.status?.(visit);
    if (status === 0) return;
    for (const [name, value] of Object.entries(this.#options.headers ?? {})) response.setHeader(name, value);
    if (status !== undefined) response.writeHead(status).end();
    else if (method === 'GET') this.#open(String(headers['acp-session-id'] ?? ''), response);
    else if (message?.method === 'initialize') {
      response.writeHead(200, { 'content-type': 'application/json', 'acp-connection-id': 'c' });
      response.end(JSON.stringify({ jsonrpc: '2.0', id: message.id, result: { protocolVersion: 1 } }));
    } else {
      response.writeHead(202).end();
      if (message?.method === 'session/new') {
        this.#sessions += 1;
        await this.say('', { id: message.id, result: { sessionId: `s${this.#sessions}` } });
      }
    }
  }

  #open(name: string, response: ServerResponse): void {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(':\n\n');
    this.#streams.push({ name, response, events: 0 });
  }
}
