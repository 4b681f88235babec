/**
 * A request over HTTP/2.
 *
 * It uses the stream directly: Node's compatibility layer would double the cost of a small message.
 */
import type { IncomingHttpHeaders, OutgoingHttpHeaders, ServerHttp2Stream } from 'node:http2';
import type { PeerCertificate, TLSSocket } from 'node:tls';

import type { Body, IncomingRequest, Reply, TakeRoom } from './incoming-request.ts';
import { whenClosed, type EventSink } from './event-sink.ts';
import { isPinged } from '../listen/hardening.ts';
import { areTwoHosts } from './node-request.ts';
import { readBody, type BodyOptions, type BodySource } from './read-body.ts';
import { isWorthReading, readOver } from './unread-body.ts';

/** Methods that need no part of the compatibility layer. */
const plainMethods: ReadonlySet<unknown> = new Set(['POST', 'GET', 'DELETE']);

/** Whether a request can be handled without the compatibility layer. */
export const isPlain = (headers: IncomingHttpHeaders): boolean =>
  plainMethods.has(headers[':method']) && headers.expect === undefined;

export class Http2Request implements IncomingRequest, BodySource {
  readonly #stream: ServerHttp2Stream;
  readonly #headers: IncomingHttpHeaders;
  readonly #options: BodyOptions;

  /** The caller listens for errors of `stream`. */
  constructor(stream: ServerHttp2Stream, headers: IncomingHttpHeaders, options: BodyOptions) {
    this.#stream = stream;
    this.#headers = headers;
    this.#options = options;
  }

  get method(): string {
    return this.#headers[':method'] ?? '';
  }

  get url(): string {
    return this.#headers[':path'] ?? '';
  }

  get readable(): ServerHttp2Stream {
    return this.#stream;
  }

  get claimed(): string | undefined {
    return this.#headers['content-length'];
  }

  header(name: string): string | undefined {
    const value = (name === 'host' ? this.#headers[':authority'] : undefined) ?? this.#headers[name];
    return Array.isArray(value) ? value.join(', ') : value;
  }

  hasSeveralHosts(): boolean {
    return areTwoHosts(this.#headers[':authority'], this.#headers.host);
  }

  certificate(): PeerCertificate | undefined {
    const socket = this.#stream.session?.socket as Partial<TLSSocket> | undefined;
    return socket?.authorized === true ? socket.getPeerCertificate?.() : undefined;
  }

  isCut(): boolean {
    return this.#stream.closed || this.#stream.destroyed;
  }

  body(takeRoom: TakeRoom): Promise<Body> {
    return readBody(this, this.#options, takeRoom);
  }

  onGone(listener: () => void): void {
    const stream = this.#stream;
    stream.once('close', () => {
      // A reset stream also ends; `aborted` says that the client reset it.
      if (stream.aborted) listener();
    });
  }

  events(headers: Readonly<Record<string, string>>, onClosed: () => void): EventSink {
    return new Http2EventSink(this.#stream, headers, onClosed);
  }

  /** Sends a complete reply. */
  answer(reply: Reply): void {
    const stream = this.#stream;
    if (reply.kind === 'events' || stream.headersSent || stream.closed || stream.destroyed) return;
    const { status, headers, body } = reply;
    const hasRest = !stream.endAfterHeaders && !stream.readableEnded;
    const fields: OutgoingHttpHeaders = { ':status': status, ...headers };
    if (status !== 204) fields['content-length'] = Buffer.byteLength(body);
    if (body === '') stream.respond(fields, endStream);
    else {
      stream.respond(fields);
      stream.end(body);
    }
    if (hasRest) readOver(stream, isWorthReading(this.claimed), this.#options);
  }
}

const endStream = { endStream: true };

class Http2EventSink implements EventSink {
  readonly isWatched: boolean;
  readonly #stream: ServerHttp2Stream;
  readonly #headers: Readonly<Record<string, string>>;

  constructor(stream: ServerHttp2Stream, headers: Readonly<Record<string, string>>, onClosed: () => void) {
    this.#stream = stream;
    this.#headers = headers;
    this.isWatched = isPinged(stream.session);
    whenClosed(stream, onClosed);
  }

  start(): void {
    if (!this.#stream.closed && !this.#stream.destroyed) this.#stream.respond({ ':status': 200, ...this.#headers });
  }

  write(text: string, taken: () => void): void {
    if (this.#stream.destroyed || this.#stream.writableEnded) return;
    this.#stream.write(text, 'utf8', (error) => {
      if (error === undefined || error === null) taken();
    });
  }

  end(): void {
    if (!this.#stream.writableEnded) this.#stream.end();
  }

  destroy(): void {
    this.#stream.destroy();
  }
}
