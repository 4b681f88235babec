/**
 * Requests over HTTP/2, or over HTTP/1.1 if the server does not speak HTTP/2.
 *
 * Over http: the client begins with HTTP/2 (prior knowledge); over https: the versions are negotiated.
 */
import { once, type EventEmitter } from 'node:events';
import { request as plainRequest, type IncomingMessage } from 'node:http';
import { connect, type ClientHttp2Session, type IncomingHttpHeaders } from 'node:http2';
import { request as secureRequest } from 'node:https';
import type { Readable } from 'node:stream';
import { connect as connectTls } from 'node:tls';

import { isPeerFailure, PeerEnded, PeerSilent } from '../conversation/failure.ts';
import type { LoggedMessage } from '../conversation/message.ts';
import { unreachable } from './unreachable.ts';

/** A request. */
export interface HttpRequest {
  readonly method: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A response whose body is still to be read. */
export interface HttpResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders | IncomingMessage['headers'];
  readonly body: Readable;
}

/** A response as a whole. */
export interface HttpReply extends Omit<HttpResponse, 'body'> {
  readonly body: string;
}

type Open = (request: HttpRequest) => Promise<HttpResponse>;

/** Milliseconds until a response must begin unless the caller says otherwise, and until HTTP/2 must be agreed on. */
const defaultLimit = 15_000;
const agreement = 10_000;

export class HttpClient {
  readonly version: 1 | 2;
  /** What was sent and received, as evidence. */
  readonly log: LoggedMessage[] = [];
  readonly #open: Open;
  readonly #end: () => void;
  readonly #streams = new Set<Readable>();

  private constructor(version: 1 | 2, open: Open, end: () => void) {
    this.version = version;
    this.#open = open;
    this.#end = end;
    this.note('suite', version === 2 ? 'HTTP/2' : 'HTTP/2 was refused; HTTP/1.1');
  }

  /**
   * Connects; throws an error with a sentence if the server cannot be reached. `limit` is how many milliseconds a
   * response may take to begin; after them a request rejects with `PeerSilent`.
   */
  static async open(
    url: URL,
    headers: Readonly<Record<string, string>>,
    limit: number = defaultLimit,
  ): Promise<HttpClient> {
    const session = await openHttp2(url);
    const open: Open = async (request) => {
      const whole = { ...request, headers: { ...headers, ...request.headers } };
      return session === undefined ? http1Response(url, whole, limit) : http2Response(session, url, whole, limit);
    };
    return new HttpClient(session === undefined ? 1 : 2, open, () => session?.destroy());
  }

  /** Sends a request and reads its whole response. */
  async request(request: HttpRequest): Promise<HttpReply> {
    const response = await this.stream(request);
    const { status, headers } = response;
    // An event stream has no end; its status is all that matters here.
    const isEvents = status === 200 && String(headers['content-type']).startsWith('text/event-stream');
    const body = isEvents ? '' : await textOf(response.body).catch((error: unknown) => failed(request.method, error));
    if (isEvents) response.body.destroy();
    if (body !== '') this.note('peer', body);
    return { status, headers, body };
  }

  /** Sends a request and returns when its response begins. */
  async stream(request: HttpRequest): Promise<HttpResponse> {
    const { method, headers = {}, body = '' } = request;
    const words = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    this.note('suite', [method, ...words, body].filter((part) => part !== '').join(' · '));
    const response = await this.#open(request).catch((error: unknown) => failed(method, error));
    this.note('peer', `${response.status} ${response.headers['content-type'] ?? ''}`.trimEnd());
    // What an aborted stream reports is told by its end.
    response.body.on('error', () => undefined);
    this.#streams.add(response.body);
    response.body.once('close', () => this.#streams.delete(response.body));
    return response;
  }

  /** Adds a line to the evidence. */
  note(from: LoggedMessage['from'], text: string): void {
    this.log.push({ from, at: 0, text });
  }

  close(): void {
    for (const stream of this.#streams) stream.destroy();
    this.#end();
  }
}

/** Whatever else goes wrong with a connection is about the server, too. */
function failed(method: string, error: unknown): never {
  if (isPeerFailure(error)) throw error;
  const { message } = error as Error;
  throw new PeerEnded(`A ${method} failed: ${message.replace(/\.$/u, '')}.`, { cause: error });
}

async function textOf(body: Readable): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const part of body) parts.push(part as Uint8Array);
  return Buffer.concat(parts).toString('utf8');
}

/** A session of HTTP/2; undefined if the server does not speak it. */
async function openHttp2(url: URL): Promise<ClientHttp2Session | undefined> {
  const session = connect(url.origin);
  try {
    await happens(session, 'remoteSettings', agreement);
    session.on('error', () => undefined);
    return session;
  } catch (error) {
    session.on('error', () => undefined);
    session.destroy();
    const { code = '' } = error as NodeJS.ErrnoException;
    if (isGone.has(code)) throw unreachable(url, error);
    if (url.protocol === 'https:') await agreeOnTls(url);
    return undefined;
  }
}

/** Codes of errors of a server that is not there. */
const isGone: ReadonlySet<string> = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN']);

/**
 * Throws an error with a sentence if the certificate of the server is not to be trusted, or if it does not speak TLS.
 */
async function agreeOnTls(url: URL): Promise<void> {
  const socket = connectTls({ host: url.hostname.replaceAll(/[[\]]/gu, ''), port: Number(url.port || 443) });
  try {
    await happens(socket, 'secureConnect', agreement);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    // The words of OpenSSL have lines and numbers of its sources.
    throw unreachable(url, code.startsWith('ERR_SSL') ? new Error(`TLS failed with ${code}`, { cause: error }) : error);
  } finally {
    socket.on('error', () => undefined).destroy();
  }
}

async function http2Response(
  session: ClientHttp2Session,
  url: URL,
  request: HttpRequest,
  limit: number,
): Promise<HttpResponse> {
  const { method, headers = {}, body } = request;
  if (session.destroyed) throw new Error('It has ended the HTTP/2 session.');
  const stream = session.request(
    { ':method': method, ':path': `${url.pathname}${url.search}`, ...headers },
    { endStream: body === undefined },
  );
  if (body !== undefined) stream.end(body);
  const [answered] = (await responseTo(stream, request, limit)) as [IncomingHttpHeaders];
  return { status: Number(answered[':status']), headers: answered, body: stream };
}

async function http1Response(url: URL, asked: HttpRequest, limit: number): Promise<HttpResponse> {
  const { method, headers = {}, body } = asked;
  const send = url.protocol === 'https:' ? secureRequest : plainRequest;
  const request = send(url, { method, headers, agent: false });
  request.end(body);
  try {
    const [response] = (await responseTo(request, asked, limit)) as [IncomingMessage];
    request.on('error', () => undefined);
    return { status: response.statusCode ?? 0, headers: response.headers, body: response };
  } catch (error) {
    request.on('error', () => undefined).destroy();
    if (error instanceof PeerSilent) throw error;
    throw unreachable(url, error);
  }
}

/** What the event `response` brings; rejects with `PeerSilent` if it does not come in time. */
async function responseTo(emitter: EventEmitter, { method }: HttpRequest, limit: number): Promise<unknown[]> {
  try {
    return await happens(emitter, 'response', limit);
  } catch (error) {
    if (!(error instanceof TooLate)) throw error;
    throw new PeerSilent(`It did not answer a ${method} within ${limit / 1000} s.`, { cause: error });
  }
}

class TooLate extends Error {
  constructor() {
    super('it does not answer');
  }
}

/** What the event brings; rejects with an error, also when everything is closed before it, or with `TooLate`. */
async function happens(emitter: EventEmitter, event: string, limit: number): Promise<unknown[]> {
  const over = new AbortController();
  const timer = setTimeout(() => over.abort(new TooLate()), limit);
  // The event may come in the same turn as the end.
  const closed = (): void => void setImmediate(() => over.abort(new Error('the server closed the connection')));
  emitter.once('close', closed);
  try {
    return await once(emitter, event, { signal: over.signal });
  } catch (error) {
    throw over.signal.aborted ? (over.signal.reason as Error) : error;
  } finally {
    clearTimeout(timer);
    emitter.off('close', closed);
  }
}
