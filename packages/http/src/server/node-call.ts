/** A request of Node's HTTP servers, of either version of HTTP, as a call. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Http2ServerRequest, Http2ServerResponse, Http2Stream } from 'node:http2';
import type { TLSSocket } from 'node:tls';

import type { Clock } from '@acp-stack/rpc';

import type { Deadlines } from '../wire/deadlines.ts';
import type { HttpLimits } from '../wire/limits.ts';
import type { Body, Call, CallHead, Reply, TakeRoom } from './call.ts';
import type { EventSink } from './event-sink.ts';
import { isPinged } from './hardening.ts';

export type NodeRequest = IncomingMessage | Http2ServerRequest;
export type NodeResponse = ServerResponse | Http2ServerResponse;

/** A body that drips in may take this many times as long as it may stand still. */
const mostPauses = 10;

/** Bytes of a refused body that are read over. */
const mostIgnored = 64 * 1024;

/** Milliseconds that an answer over HTTP/2 has to leave before the rest of a large body is refused. */
const answerGrace = 1000;

/** What is known of a request before its body is read. */
export function headOf(request: NodeRequest): CallHead {
  return {
    method: request.method ?? '',
    url: request.url ?? '',
    header: (name) => {
      // Over HTTP/2 a Host that says something else than the address is not what the request was sent to.
      const value = (name === 'host' ? request.headers[':authority'] : undefined) ?? request.headers[name];
      return Array.isArray(value) ? value.join(', ') : value;
    },
    certificate: () => {
      const socket = request.socket as Partial<TLSSocket>;
      return socket.authorized === true ? socket.getPeerCertificate?.() : undefined;
    },
  };
}

/** The request as a call, whose reply goes to `response`. */
export function nodeCall(request: NodeRequest, response: NodeResponse, options: BodyOptions): Call {
  return {
    ...headOf(request),
    body: (takeRoom) => readBody(request, options, takeRoom),
    onGone: (listener) => {
      response.once('close', () => {
        if (!response.writableEnded) listener();
      });
    },
    events: (headers, onClosed) => new NodeEventSink(response, headers, onClosed),
  };
}

/** Sends a reply that is made in one go. */
export function sendReply(request: NodeRequest, response: NodeResponse, reply: Reply, options: ReplyOptions): void {
  if (reply.kind === 'events' || response.headersSent || response.destroyed) return;
  const { status, headers, body } = reply;
  const hasRest = hasUnreadBody(request);
  const isWorthReading = Number(request.headers['content-length'] ?? Infinity) <= mostIgnored;
  // What is left of a refused body would be taken for the next request.
  const mustClose = hasRest && !isWorthReading && request.httpVersionMajor === 1;
  const all: Record<string, string> = { ...headers };
  if (mustClose) all['connection'] = 'close';
  if (status !== 204) all['content-length'] = String(Buffer.byteLength(body));
  const onSent = (): void => {
    if (hasRest) dismiss(request, isWorthReading, options);
  };
  if (body === '' && 'stream' in response) {
    // Without the layer that looks like HTTP/1.1 an empty answer is one frame, and most answers are.
    if (response.stream.destroyed) return;
    response.stream.respond({ ':status': status, ...all }, { endStream: true });
    onSent();
    return;
  }
  writeHead(response, status, all);
  response.end(body, onSent);
}

/** Whether something of the request is still to come. Over HTTP/2 a request without a body says so with its headers, and is never read. */
function hasUnreadBody(request: NodeRequest): boolean {
  if ('stream' in request && request.stream.endAfterHeaders) return false;
  return !request.readableEnded && !request.complete;
}

/** Gets rid of the rest of a body: a small one is read over, so that the socket can be used again. */
function dismiss(request: NodeRequest, isWorthReading: boolean, { limits, clock }: ReplyOptions): void {
  if (!isWorthReading && request.httpVersionMajor === 1) {
    request.destroy();
    return;
  }
  // Over HTTP/2 a stream that is reset takes an answer along that has not left yet, so what comes meanwhile is read over too.
  const stop = clock.schedule(isWorthReading ? limits.bodyTimeout : answerGrace, () => {
    request.destroy();
  });
  request.once('close', stop).once('end', stop).resume();
}

interface ReplyOptions {
  readonly limits: Pick<HttpLimits, 'bodyBytes' | 'bodyTimeout'>;
  readonly clock: Clock;
}

export interface BodyOptions extends ReplyOptions {
  /** Watches the bodies that are being read. */
  readonly deadlines: Deadlines;
}

/** Reads the whole body, within limits of size and of time. */
function readBody(request: NodeRequest, options: BodyOptions, takeRoom: TakeRoom): Promise<Body> {
  const { limits, clock, deadlines } = options;
  const claimed = Number(request.headers['content-length'] ?? 0);
  if (claimed > limits.bodyBytes) return Promise.resolve({ kind: 'too-large' });
  // Gone while we looked at its head: nothing more would be heard of it.
  if (request.destroyed || request.closed || isReset(request)) return Promise.resolve({ kind: 'aborted' });
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const end = clock.now() + limits.bodyTimeout * mostPauses;
    const settle = (body: Body): void => {
      deadlines.delete(tooSlow);
      request.off('data', onData).off('end', onEnd).off('close', onClose);
      if (body.kind !== 'text') request.pause();
      resolve(body);
    };
    const tooSlow = (): void => {
      settle({ kind: 'too-slow' });
    };
    const waitForMore = (): void => {
      deadlines.add(tooSlow, Math.min(limits.bodyTimeout, end - clock.now()), lateness);
    };
    waitForMore();
    const onData = (chunk: Buffer): void => {
      size += chunk.length;
      if (size > limits.bodyBytes) {
        settle({ kind: 'too-large' });
        return;
      }
      if (!takeRoom(chunk.length)) {
        settle({ kind: 'no-room' });
        return;
      }
      chunks.push(chunk);
      waitForMore();
    };
    const onEnd = (): void => {
      settle(decode(chunks));
    };
    const onClose = (): void => {
      settle({ kind: 'aborted' });
    };
    request.on('data', onData).on('end', onEnd).on('close', onClose);
    // Without a listener a reset stream would end the process.
    request.on('error', () => undefined);
  });
}

const lateness = (): Error => new Error('The body did not arrive in time.');

const isReset = (request: NodeRequest): boolean =>
  'stream' in request && ((request.stream as Http2Stream | undefined)?.closed ?? true);

const decoder = new TextDecoder('utf-8', { fatal: true });

function decode(chunks: readonly Buffer[]): Body {
  const [only] = chunks;
  try {
    return { kind: 'text', text: decoder.decode(chunks.length === 1 ? only : Buffer.concat(chunks)) };
  } catch {
    return { kind: 'not-utf-8' };
  }
}

class NodeEventSink implements EventSink {
  readonly isWatched: boolean;
  readonly #response: NodeResponse;
  readonly #headers: Readonly<Record<string, string>>;

  constructor(response: NodeResponse, headers: Readonly<Record<string, string>>, onClosed: () => void) {
    this.#response = response;
    this.#headers = headers;
    this.isWatched = 'stream' in response && isPinged(response.stream.session);
    response.once('close', onClosed);
  }

  start(): void {
    // A socket that carried a stream is of no more use; without this it would be kept, and keep a closing server waiting.
    const isHttp1 = this.#response.req.httpVersionMajor === 1;
    writeHead(this.#response, 200, isHttp1 ? { ...this.#headers, connection: 'close' } : this.#headers);
    (this.#response as ServerResponse).flushHeaders();
  }

  write(text: string, taken: () => void): void {
    if (this.#response.destroyed || this.#response.writableEnded) return;
    writeText(this.#response, text, (error) => {
      if (error === undefined || error === null) taken();
    });
  }

  end(): void {
    if (!this.#response.writableEnded) this.#response.end();
  }

  destroy(): void {
    this.#response.destroy();
  }
}

// The two versions of HTTP have the same methods with signatures that do not meet.
function writeHead(response: NodeResponse, status: number, headers: Readonly<Record<string, string>>): void {
  (response as ServerResponse).writeHead(status, headers);
}

function writeText(response: NodeResponse, text: string, taken: (error?: Error | null) => void): void {
  (response as ServerResponse).write(text, 'utf8', taken);
}
