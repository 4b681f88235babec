/** Plain HTTP clients of both versions, which send exactly what they are told. */
import { Agent, request as http1Request, type IncomingHttpHeaders } from 'node:http';
import { connect, type ClientHttp2Session } from 'node:http2';
import type { Readable } from 'node:stream';

import { GrowingList } from './growing-list.ts';

export type HttpVersion = 1 | 2;

export interface RawRequest {
  readonly method: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

export interface RawReply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

interface RawEvent {
  readonly id: string | undefined;
  readonly data: string;
}

/** An open stream of events. */
export interface RawStream {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly events: GrowingList<RawEvent>;
  /** Comment lines. */
  readonly comments: GrowingList<string>;
  /** Everything as it came. */
  text(): string;
  /** Resolves when the stream has ended, one way or the other. */
  readonly ended: Promise<void>;
  /** Stops and goes on reading. */
  pause(): void;
  resume(): void;
  /** Goes away without a word. */
  close(): void;
}

interface Opened {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Readable;
  readonly close: () => void;
}

/** A client of one version of HTTP; all its requests go over as few sockets as that version allows. */
export class RawHttp implements Disposable {
  readonly #url: URL;
  readonly #version: HttpVersion;
  readonly #agent = new Agent({ keepAlive: true });
  #session: ClientHttp2Session | undefined;

  constructor(url: string, version: HttpVersion) {
    this.#url = new URL(url);
    this.#version = version;
  }

  /** Sends a request; resolves with the whole reply. */
  async ask(request: RawRequest): Promise<RawReply> {
    const { status, headers, body } = await this.#open(request);
    const chunks: Buffer[] = [];
    for await (const chunk of body) chunks.push(chunk as Buffer);
    return { status, headers, body: Buffer.concat(chunks).toString() };
  }

  /** POSTs `message`, with the headers of a connection and of a session where they are given. */
  post(
    message: unknown,
    { connection, session, ...headers }: Readonly<Record<string, string>> = {},
  ): Promise<RawReply> {
    return this.ask({
      method: 'POST',
      headers: { 'content-type': 'application/json', ...idHeaders(connection, session), ...headers },
      body: typeof message === 'string' ? message : JSON.stringify(message),
    });
  }

  /** Opens the stream of a connection, or of a session. */
  async stream({ connection, session, ...headers }: Readonly<Record<string, string>>): Promise<RawStream> {
    const {
      status,
      headers: replied,
      body,
      close,
    } = await this.#open({
      method: 'GET',
      headers: { accept: 'text/event-stream', ...idHeaders(connection, session), ...headers },
    });
    return readStream({ status, headers: replied, body, close });
  }

  [Symbol.dispose](): void {
    this.#agent.destroy();
    this.#session?.destroy();
  }

  #open(request: RawRequest): Promise<Opened> {
    return this.#version === 1 ? this.#open1(request) : this.#open2(request);
  }

  #open1({ method, path, headers = {}, body }: RawRequest): Promise<Opened> {
    return new Promise((resolve, reject) => {
      const { hostname, port } = this.#url;
      const request = http1Request({
        hostname,
        port,
        method,
        path: path ?? this.#url.pathname,
        headers,
        agent: this.#agent,
      });
      request.on('error', reject);
      request.on('response', (response) => {
        response.on('error', () => undefined);
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: response,
          close: () => void request.destroy(),
        });
      });
      request.end(body);
    });
  }

  #open2({ method, path, headers = {}, body }: RawRequest): Promise<Opened> {
    this.#session ??= this.#connect();
    const session = this.#session;
    return new Promise((resolve, reject) => {
      const { host, ...others } = headers;
      const stream = session.request({
        ':method': method,
        ':path': path ?? this.#url.pathname,
        ...(host === undefined ? {} : { ':authority': host }),
        ...others,
      });
      stream.on('error', reject);
      stream.on('response', (replied) => {
        const status = replied[':status'] ?? 0;
        resolve({
          status,
          headers: replied,
          body: stream,
          close: () => {
            stream.close();
          },
        });
      });
      stream.end(body);
    });
  }

  #connect(): ClientHttp2Session {
    const session = connect(this.#url.origin);
    session.on('error', () => undefined);
    return session;
  }
}

/** The headers that name a connection and a session. */
export const idHeaders = (connection: string | undefined, session: string | undefined): Record<string, string> => ({
  ...(connection === undefined ? {} : { 'acp-connection-id': connection }),
  ...(session === undefined ? {} : { 'acp-session-id': session }),
});

function readStream({ status, headers, body, close }: Opened): RawStream {
  const events = new GrowingList<RawEvent>();
  const comments = new GrowingList<string>();
  let text = '';
  let rest = '';
  body.setEncoding('utf8');
  body.on('data', (chunk: string) => {
    text += chunk;
    const blocks = (rest + chunk).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      if (block.startsWith(':')) comments.push(block);
      else events.push({ id: /^id: (.*)$/mu.exec(block)?.[1], data: /^data: (.*)$/mu.exec(block)?.[1] ?? '' });
    }
  });
  body.on('error', () => undefined);
  const ended = new Promise<void>((resolve) => {
    body.once('close', resolve);
    body.once('end', resolve);
  });
  return {
    status,
    headers,
    events,
    comments,
    text: () => text,
    ended,
    pause: () => void body.pause(),
    resume: () => void body.resume(),
    close,
  };
}
