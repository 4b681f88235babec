/** A request of Node's HTTP servers, of HTTP/1.1 or HTTP/2. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Http2ServerRequest, Http2ServerResponse, Http2Stream } from 'node:http2';
import type { TLSSocket } from 'node:tls';

import type { IncomingRequest, ReceivedHead, Reply } from './incoming-request.ts';
import { whenClosed, type EventSink } from './event-sink.ts';
import { isPinged } from '../listen/hardening.ts';
import { readBody, type BodyOptions, type BodySource } from './read-body.ts';
import { isWorthReading, readOver } from './unread-body.ts';

export type NodeRequest = IncomingMessage | Http2ServerRequest;
export type NodeResponse = ServerResponse | Http2ServerResponse;

/** Returns what is known about a request before its body is read. */
export function headOf(request: NodeRequest): ReceivedHead {
  return {
    method: request.method ?? '',
    url: urlOf(request),
    header: (name) => {
      const value = (name === 'host' ? request.headers[':authority'] : undefined) ?? request.headers[name];
      return Array.isArray(value) ? value.join(', ') : value;
    },
    hasSeveralHosts: () => hasSeveralHosts(request),
    certificate: () => {
      const socket = request.socket as Partial<TLSSocket>;
      return socket.authorized === true ? socket.getPeerCertificate?.() : undefined;
    },
  };
}

/** The path and the query as the client sees them: Express and its kin take the path of a router off `url`. */
function urlOf(request: NodeRequest): string {
  const { originalUrl } = request as { readonly originalUrl?: unknown };
  return typeof originalUrl === 'string' ? originalUrl : (request.url ?? '');
}

function hasSeveralHosts({ rawHeaders, headers }: NodeRequest): boolean {
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.length === 4 && /^host$/iu.test(name));
  return hosts.length > 1 || areTwoHosts(headers[':authority'], headers.host);
}

/** Whether the `:authority` and the Host header of a request over HTTP/2 differ. */
export const areTwoHosts = (authority: string | string[] | undefined, host: string | undefined): boolean =>
  authority !== undefined && host !== undefined && String(authority).toLowerCase() !== host.toLowerCase();

/** Wraps a request whose reply goes to `response`. */
export function nodeRequest(request: NodeRequest, response: NodeResponse, options: BodyOptions): IncomingRequest {
  return {
    ...headOf(request),
    body: (takeRoom) =>
      request.readableDidRead ? Promise.resolve({ kind: 'read-before' }) : readBody(bodyOf(request), options, takeRoom),
    onGone: (listener) => {
      response.once('close', () => {
        if (!response.writableEnded) listener();
      });
    },
    events: (headers, onClosed) => new NodeEventSink(response, headers, onClosed),
  };
}

/** Sends a complete reply. */
export function sendReply(request: NodeRequest, response: NodeResponse, reply: Reply, options: ReplyOptions): void {
  if (reply.kind === 'events' || response.headersSent || response.destroyed) return;
  const { status, headers, body } = reply;
  const hasRest = hasUnreadBody(request);
  const isSmall = isWorthReading(request.headers['content-length']);
  // The rest of a refused body would be parsed as the next request.
  const mustClose = hasRest && !isSmall && request.httpVersionMajor === 1;
  const all: Record<string, string> = { ...headers };
  if (mustClose) all['connection'] = 'close';
  if (status !== 204) all['content-length'] = String(Buffer.byteLength(body));
  const onSent = (): void => {
    if (hasRest) dismiss(request, isSmall, options);
  };
  if (body === '' && 'stream' in response) {
    // Without the compatibility layer an empty response is one frame; most responses are empty.
    if (response.stream.destroyed) return;
    response.stream.respond({ ':status': status, ...all }, { endStream: true });
    onSent();
    return;
  }
  writeHead(response, status, all);
  response.end(body, onSent);
}

/**
 * Whether a part of the body has not been read. Over HTTP/2 the headers say that there is no body; the stream is not
 * read then.
 */
function hasUnreadBody(request: NodeRequest): boolean {
  if ('stream' in request && request.stream.endAfterHeaders) return false;
  return !request.readableEnded && !request.complete;
}

type ReplyOptions = Omit<BodyOptions, 'deadlines'>;

/** Discards the rest of a body: a small one is read, so that the socket can be used again. */
function dismiss(request: NodeRequest, isSmall: boolean, options: ReplyOptions): void {
  if (isSmall || request.httpVersionMajor > 1) readOver(request, isSmall, options);
  else request.destroy();
}

const bodyOf = (request: NodeRequest): BodySource => ({
  readable: request,
  claimed: request.headers['content-length'],
  isCut: () => request.destroyed || request.closed || isReset(request),
});

const isReset = (request: NodeRequest): boolean =>
  'stream' in request && ((request.stream as Http2Stream | undefined)?.closed ?? true);

class NodeEventSink implements EventSink {
  readonly isWatched: boolean;
  readonly #response: NodeResponse;
  readonly #headers: Readonly<Record<string, string>>;

  constructor(response: NodeResponse, headers: Readonly<Record<string, string>>, onClosed: () => void) {
    this.#response = response;
    this.#headers = headers;
    this.isWatched = 'stream' in response && isPinged(response.stream.session);
    whenClosed(response, onClosed);
  }

  start(): void {
    // The socket of a finished stream is not used again; kept alive, it would delay the closing of a server.
    const isHttp1 = this.#response.req.httpVersionMajor === 1;
    writeHead(this.#response, 200, isHttp1 ? { ...this.#headers, connection: 'close' } : this.#headers);
    (this.#response as ServerResponse).flushHeaders();
  }

  write(text: string, taken: () => void): void {
    if (!this.#response.destroyed && !this.#response.writableEnded) writeText(this.#response, text, taken);
  }

  end(): void {
    if (!this.#response.writableEnded) this.#response.end();
  }

  destroy(): void {
    this.#response.destroy();
  }
}

/**
 * Writes a part of a body. Middleware may have put a `write` of its own on the response, and compression's never calls
 * back: what counts then is whether it has room.
 */
function writeText(response: NodeResponse, text: string, taken: () => void): void {
  const stream = response as ServerResponse;
  if (!Object.hasOwn(stream, 'write')) {
    stream.write(text, 'utf8', (error) => {
      if (error === undefined || error === null) taken();
    });
  } else if (stream.write(text, 'utf8')) queueMicrotask(taken);
  else stream.once('drain', taken);
}

// HTTP/1.1 and HTTP/2 have the same methods with incompatible signatures.
function writeHead(response: NodeResponse, status: number, headers: Readonly<Record<string, string>>): void {
  (response as ServerResponse).writeHead(status, headers);
}
