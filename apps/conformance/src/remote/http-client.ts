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

import { isPeerFailure, PeerEnded, PeerSilent } from '../conversation/failure.ts';
import type { LoggedMessage } from '../conversation/message.ts';

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
  const signal = AbortSignal.timeout(agreement);
  try {
    await once(session, 'remoteSettings', { signal });
    session.on('error', () => undefined);
    return session;
  } catch (error) {
    session.on('error', () => undefined);
    session.destroy();
    const { code } = error as NodeJS.ErrnoException;
    const isGone = code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === 'EAI_AGAIN';
    if (isGone) throw new Error(`${url.href} cannot be reached: ${(error as Error).message}.`, { cause: error });
    return undefined;
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
    throw new Error(`${url.href} cannot be reached: ${(error as Error).message}.`, { cause: error });
  }
}

/** What the event `response` brings; rejects with `PeerSilent` if it does not come in time. */
async function responseTo(emitter: EventEmitter, { method }: HttpRequest, limit: number): Promise<unknown[]> {
  const signal = AbortSignal.timeout(limit);
  try {
    return await once(emitter, 'response', { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
    throw new PeerSilent(`It did not answer a ${method} within ${limit / 1000} s.`, { cause: error });
  }
}
