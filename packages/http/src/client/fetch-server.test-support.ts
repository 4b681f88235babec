/** A server behind `fetch`, in the same process: a test says what it answers, and writes its streams by hand. */
import type { Fetch, FetchRequest, FetchResponse } from './request/fetch.ts';

/** A request as the server saw it. */
export interface Seen {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cookies?: readonly string[];
  readonly body?: string;
  readonly stream?: EventSource;
}

type Answering = (seen: Seen) => Answer | Promise<Answer>;

/** The server's end of a stream of events. */
export class EventSource {
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  readonly body: ReadableStream<Uint8Array> = new ReadableStream<Uint8Array>(
    {
      start: (controller) => {
        this.#controller = controller;
      },
    },
    { highWaterMark: 1024 },
  );

  write(text: string): void {
    this.#controller?.enqueue(new TextEncoder().encode(text));
  }

  message(message: unknown, id?: number): void {
    this.write(`${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(message)}\n\n`);
  }

  end(): void {
    this.#controller?.close();
  }

  cut(error: unknown = new TypeError('terminated')): void {
    this.#controller?.error(error);
  }
}

export class FetchServer {
  readonly seen: Seen[] = [];
  /** The streams that were opened, in order. */
  readonly streams: {
    readonly sessionId: string | undefined;
    readonly lastEventId: string | undefined;
    readonly events: EventSource;
  }[] = [];
  readonly #answer: Answering;

  /** `answer` says what a request gets; undefined leaves it to the usual way of a server. */
  constructor(
    answer: (seen: Seen) => Answer | undefined | Promise<Answer | undefined> = () => undefined,
    resumes = false,
  ) {
    this.#answer = async (seen) => (await answer(seen)) ?? this.#usual(seen, resumes);
  }

  readonly fetch: Fetch = async (_url, request) => {
    const seen: Seen = {
      method: request.method,
      headers: request.headers,
      body: request.body === undefined ? undefined : JSON.parse(request.body),
    };
    this.seen.push(seen);
    const answer = await Promise.race([this.#answer(seen), aborted(request.signal)]);
    return responseOf(answer, request);
  };

  /** The methods of the messages that were posted. */
  get posted(): unknown[] {
    return this.seen.filter(({ method }) => method === 'POST').map(({ body }) => (body as { method?: string }).method);
  }

  stream(sessionId?: string): EventSource {
    const found = this.streams.findLast((each) => each.sessionId === sessionId);
    if (found === undefined) throw new Error(`there is no stream of ${sessionId ?? 'the connection'}`);
    return found.events;
  }

  #usual({ method, headers, body }: Seen, resumes: boolean): Answer {
    if (method === 'GET') {
      const events = new EventSource();
      this.streams.push({ sessionId: headers['acp-session-id'], lastEventId: headers['last-event-id'], events });
      return { status: 200, headers: { 'content-type': 'text/event-stream' }, stream: events };
    }
    const { id, method: asked } = (body ?? {}) as { readonly id?: unknown; readonly method?: string };
    if (asked !== 'initialize') return { status: 202 };
    return {
      status: 200,
      headers: { 'acp-connection-id': 'connection-1', ...(resumes ? { 'acp-resume': '1' } : {}) },
      body: JSON.stringify({ jsonrpc: '2.0', id, result: { protocolVersion: 1 } }),
    };
  }
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => {
      reject(signal.reason as Error);
    });
  });
}

function responseOf(
  { status, headers = {}, cookies = [], body = '', stream }: Answer,
  { signal }: FetchRequest,
): FetchResponse {
  signal.addEventListener('abort', () => {
    try {
      stream?.cut(signal.reason);
    } catch {
      // It had ended already.
    }
  });
  return {
    status,
    headers: { get: (name) => headers[name] ?? null, getSetCookie: () => [...cookies] },
    body: stream?.body ?? null,
    text: () => Promise.resolve(body),
  };
}
