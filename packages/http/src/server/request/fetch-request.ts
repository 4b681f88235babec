/** Handles a Web-standard `Request`. */
import { CollectedBytes, type Clock } from '@acp-stack/rpc';

import type { HttpLimits } from '../limits/http-limits.ts';
import type { Body, IncomingRequest, Reply, TakeRoom } from './incoming-request.ts';
import type { EventSink } from './event-sink.ts';
import { decode } from './read-body.ts';

/** Returns the `Response` for what `handle` replies. */
export async function answerRequest(
  request: Request,
  options: FetchOptions,
  handle: (request: IncomingRequest) => Promise<Reply>,
): Promise<Response> {
  let sink: WebEventSink | undefined;
  const url = new URL(request.url);
  const reply = await handle({
    method: request.method,
    url: `${url.pathname}${url.search}`,
    header: (name) => request.headers.get(name) ?? (name === 'host' ? url.host : undefined),
    // Several headers of the same name are joined.
    hasSeveralHosts: () => request.headers.get('host')?.includes(',') ?? false,
    certificate: () => undefined,
    body: (takeRoom) => readBody(request, options, takeRoom),
    onGone: (listener) => {
      request.signal.addEventListener('abort', listener, { once: true });
    },
    events: (headers, onClosed) => {
      sink = new WebEventSink(headers, onClosed);
      return sink;
    },
  });
  if (reply.kind === 'whole') {
    const { status, headers, body } = reply;
    return new Response(body === '' ? null : body, { status, headers });
  }
  return sink?.response() ?? new Response(null, { status: 500 });
}

export interface FetchOptions {
  readonly limits: Pick<HttpLimits, 'bodyBytes' | 'bodyTimeout'>;
  readonly clock: Clock;
}

async function readBody(request: Request, { limits, clock }: FetchOptions, takeRoom: TakeRoom): Promise<Body> {
  if (Number(request.headers.get('content-length') ?? 0) > limits.bodyBytes) return { kind: 'too-large' };
  if (request.bodyUsed) return { kind: 'read-before' };
  if (request.body === null) return { kind: 'text', text: '' };
  const reader = request.body.getReader();
  const bytes = new CollectedBytes();
  let isSlow = false;
  try {
    for (;;) {
      const stop = clock.schedule(limits.bodyTimeout, () => {
        isSlow = true;
        void reader.cancel();
      });
      const { done, value } = await reader.read().finally(stop);
      if (isSlow) return { kind: 'too-slow' };
      if (done) break;
      const problem =
        bytes.size + value.length > limits.bodyBytes ? 'too-large' : takeRoom(value.length) ? undefined : 'no-room';
      if (problem !== undefined) {
        void reader.cancel();
        return { kind: problem };
      }
      bytes.add(value);
    }
  } catch {
    return { kind: 'aborted' };
  }
  return decode(bytes.take());
}

class WebEventSink implements EventSink {
  readonly isWatched = false;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #encoder = new TextEncoder();
  readonly #body: ReadableStream<Uint8Array>;
  readonly #onClosed: () => void;
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  /** Called when the reader wants more. */
  #taken: (() => void) | undefined;
  #isOver = false;

  constructor(headers: Readonly<Record<string, string>>, onClosed: () => void) {
    this.#headers = headers;
    this.#onClosed = onClosed;
    this.#body = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.#controller = controller;
        },
        pull: () => {
          const taken = this.#taken;
          this.#taken = undefined;
          taken?.();
        },
        cancel: () => {
          this.#finish();
        },
      },
      { highWaterMark: 0 },
    );
  }

  response(): Response {
    return new Response(this.#body, { status: 200, headers: this.#headers });
  }

  start(): void {
    // The headers are part of the `Response`.
  }

  write(text: string, taken: () => void): void {
    if (this.#isOver) return;
    this.#controller?.enqueue(this.#encoder.encode(text));
    this.#taken = taken;
  }

  end(): void {
    if (this.#isOver) return;
    this.#controller?.close();
    this.#finish();
  }

  destroy(): void {
    if (this.#isOver) return;
    this.#controller?.error(new Error('The stream was cut.'));
    this.#finish();
  }

  #finish(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#onClosed();
  }
}
