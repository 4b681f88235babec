/**
 * The agent of the suite at an address: a port of the loopback interface that speaks either WebSocket or Streamable
 * HTTP.
 *
 * An HTTP client may speak HTTP/1.1, or HTTP/2 with prior knowledge; the first bytes of a socket decide.
 */
import { randomUUID } from 'node:crypto';
import { createServer as createHttp1, type IncomingMessage } from 'node:http';
import { createServer as createHttp2, type Http2ServerRequest } from 'node:http2';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';

import { WebSocketServer, type WebSocket } from 'ws';

import { isRequest } from '../../conversation/message.ts';
import { parseText } from '../../conversation/parse-text.ts';
import type { Wire, WireReceiver } from '../../wire/wire.ts';
import type { AgentPlace, PlaceOptions } from './agent-place.ts';
import { Arrivals, goneSentence } from './arrivals.ts';
import { HttpAgent, type Response } from './http-agent.ts';
import { headerOf, type SeenRequest } from './seen-request.ts';

type Request = IncomingMessage | Http2ServerRequest;

/** The path of the address. Requests for other paths are taken too, so that the rule about it does not hide others. */
export const endpoint = '/acp';
/** What a client asks for to find out how to log in. */
const wellKnown = '/.well-known/';
const batchRefusal = { jsonrpc: '2.0', id: null, error: { code: -32_600, message: 'Batches are not supported.' } };

export class AgentServer implements AgentPlace {
  readonly seen: SeenRequest[] = [];
  readonly #options: PlaceOptions;
  readonly #arrivals = new Arrivals();
  readonly #agents = new Map<string, HttpAgent>();
  readonly #sockets = new Set<Socket>();
  readonly #http1 = createHttp1((request, response) => void this.#serve(request, response));
  readonly #http2 = createHttp2((request, response) => void this.#serve(request, response));
  readonly #webSockets = new WebSocketServer({ noServer: true, perMessageDeflate: false });
  readonly #server = createServer((socket) => this.#sniff(socket));
  readonly #start = Date.now();

  private constructor(options: PlaceOptions) {
    this.#options = options;
    this.#http1.on('upgrade', (request, socket, head) => this.#upgrade(request, socket, head));
    this.#webSockets.on('headers', (headers) => headers.push(`Acp-Connection-Id: ${randomUUID()}`));
  }

  static async start(options: PlaceOptions): Promise<AgentServer> {
    const server = new AgentServer(options);
    await new Promise<void>((resolve, reject) => {
      server.#server.once('error', reject);
      server.#server.listen(0, '127.0.0.1', resolve);
    });
    return server;
  }

  get url(): string {
    const { port } = this.#server.address() as AddressInfo;
    return `${this.#options.over === 'ws' ? 'ws' : 'http'}://127.0.0.1:${port}${endpoint}`;
  }

  get words(): readonly string[] {
    return [this.url];
  }

  connect(receiver: WireReceiver): Promise<Wire> {
    return this.#arrivals.connect(receiver);
  }

  over(reason: string): void {
    this.#arrivals.over(goneSentence('connecting to', reason));
    for (const agent of this.#agents.values()) agent.end(reason);
  }

  close(): void {
    for (const agent of this.#agents.values()) agent.end('the suite closed the connection');
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
  }

  #sniff(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => this.#sockets.delete(socket));
    socket.once('readable', () => {
      const bytes = socket.read() as Buffer | null;
      if (bytes === null) return;
      socket.unshift(bytes);
      const isHttp2 = bytes.toString('latin1', 0, 3) === 'PRI';
      (isHttp2 ? this.#http2 : this.#http1).emit('connection', socket);
    });
  }

  #note(request: Request, body: string): SeenRequest {
    const { method = '', url = '', headers } = request;
    const [path = ''] = url.split('?');
    const seen = { at: Date.now() - this.#start, method, path, headers, body, value: parseText(body).value };
    this.seen.push(seen);
    return seen;
  }

  // ---------------------------------------------------------------------------------------- WebSocket

  #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    this.#note(request, '');
    if (this.#options.over !== 'ws') {
      socket.end('HTTP/1.1 405 Method Not Allowed\r\nConnection: close\r\n\r\n');
      return;
    }
    this.#webSockets.handleUpgrade(request, socket, head, (opened) => {
      opened.on('error', () => undefined);
      // What arrives before a scenario waits for it stays in the socket.
      opened.pause();
      this.#arrivals.arrive((receiver) => wireOf(opened, receiver));
    });
  }

  // ---------------------------------------------------------------------------------------- HTTP

  async #serve(request: Request, response: Response): Promise<void> {
    const body = await textOf(request).catch(() => undefined);
    if (body === undefined) return;
    const seen = this.#note(request, body);
    const status = this.#handle(seen, response);
    if (status === undefined) return;
    response.writeHead(status);
    response.end(status === 501 ? JSON.stringify(batchRefusal) : '');
  }

  /** The status of a request; undefined if it is answered elsewhere. */
  #handle(seen: SeenRequest, response: Response): number | undefined {
    if (seen.path.startsWith(wellKnown)) return 404;
    if (this.#options.over !== 'http') return 405;
    const named = headerOf(seen, 'acp-connection-id');
    const agent = named === undefined ? undefined : this.#agents.get(named);
    if (seen.method === 'POST' && agent === undefined && isRequest(seen.value, 'initialize')) {
      this.#began().begin(seen.body, seen.value['id'], response);
      return undefined;
    }
    if (seen.method === 'POST' && named === undefined && this.#agents.size === 0)
      this.#began().receive(seen.body, seen.value);
    if (!['GET', 'POST', 'DELETE'].includes(seen.method)) return 405;
    if (named === undefined) return 400;
    if (agent === undefined || agent.isEnded) return 404;
    if (seen.method === 'POST') return this.#posted(seen, agent);
    if (seen.method === 'GET') return agent.listen(headerOf(seen, 'acp-session-id'), response) ? undefined : 409;
    agent.end('it deleted the connection');
    return 202;
  }

  #posted({ body, value }: SeenRequest, agent: HttpAgent): number {
    if (value === undefined) return 400;
    agent.receive(body, value);
    if (Array.isArray(value)) return 501;
    const { refuses } = this.#options;
    if (refuses !== undefined && isRequest(value, refuses.method)) return refuses.status;
    return isRequest(value, 'initialize') ? 400 : 202;
  }

  #began(): HttpAgent {
    const agent = new HttpAgent(this.#options);
    this.#agents.set(agent.id, agent);
    this.#arrivals.arrive((receiver) => agent.open(receiver));
    return agent;
  }
}

async function textOf(request: Request): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

function wireOf(socket: WebSocket, receiver: WireReceiver): Wire {
  socket.on('message', (data: Buffer, isBinary) => {
    if (isBinary) receiver.note(`a binary frame of ${data.length} bytes`);
    else receiver.text(data.toString('utf8'));
  });
  const closed = new Promise<void>((resolve) => {
    socket.once('close', (code) => {
      receiver.ended(`it closed the WebSocket with code ${code}`);
      resolve();
    });
  });
  socket.resume();
  return {
    send: (text) => socket.send(text, () => undefined),
    sendBytes: (bytes) => socket.send(bytes, { binary: true }, () => undefined),
    close: () => {
      socket.terminate();
      return closed;
    },
  };
}
