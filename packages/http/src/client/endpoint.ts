/**
 * The server as a client sees it: one address to which requests go, with cookies and credentials.
 *
 * A request that is refused for its token is made once more with a new one. An answer that is read as a whole is bounded, in its
 * size and, where that is said, in its time.
 */
import type { Clock } from '@acp-stack/rpc';

import type { Cancel, Deadlines } from '../wire/deadlines.ts';
import type { PieceReader } from './body-reader.ts';
import type { CookieJar } from './cookie-jar.ts';
import type { Credentials } from './credentials.ts';
import { readText } from './read-text.ts';
import { TransportError } from './transport-error.ts';
import { unreachable } from './unreachable.ts';

/** What is asked of `fetch`. */
export interface FetchRequest {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
  readonly signal: AbortSignal;
  readonly credentials?: 'include' | 'same-origin' | 'omit';
  /** A redirection is an answer like any other: a POST that is sent on loses its body, and its headers go to somebody else. */
  readonly redirect?: 'manual';
  /** Lets the request outlive the page. */
  readonly keepalive?: boolean;
}

/** What is needed of the answer. */
export interface FetchResponse {
  readonly status: number;
  readonly headers: { get(name: string): string | null; getSetCookie?(): string[] };
  readonly body: ReadableStream<Uint8Array> | null;
  text(): Promise<string>;
}

/** The part of `fetch` that a client uses; the platform's own fits. */
export type Fetch = (url: string, request: FetchRequest) => Promise<FetchResponse>;

/** An answer whose body may be read without a stream of the platform. */
export interface QuickResponse extends FetchResponse {
  /** Begins to read the body; called once, in the place of `body` and `text`. */
  readonly reader?: () => PieceReader;
}

/** A `fetch` that may know a shorter way. */
export interface QuickFetch {
  (url: string, request: FetchRequest): Promise<QuickResponse>;
  /** Makes a request whose answer is read as a whole, at less expense; undefined when that is not possible just now. */
  readonly exchange?: (url: string, request: ExchangeRequest) => Exchange | undefined;
}

/** A request whose answer is read as a whole. */
export interface ExchangeRequest extends Pick<FetchRequest, 'method' | 'headers' | 'body'> {
  /** Bytes of the answer that are read at least. */
  readonly limit: number;
}

/** A request that was made. */
export interface Exchange {
  readonly answer: Promise<Answer>;
  /** Gives it up. */
  readonly cancel: Cancel;
}

export interface EndpointOptions {
  readonly url: URL;
  readonly fetch: QuickFetch;
  readonly cookies: CookieJar;
  readonly credentials: Credentials;
  /** Which cookies of its own a browser sends. */
  readonly platformCookies: 'include' | 'same-origin' | 'omit';
  readonly clock: Clock;
}

/** An answer that was read as a whole. */
export interface Answer {
  readonly status: number;
  readonly headers: FetchResponse['headers'];
  readonly text: string;
}

export interface EndpointRequest extends Omit<FetchRequest, 'signal' | 'credentials' | 'redirect'> {
  /** Milliseconds until the request must be answered; undefined: it may take any time. */
  readonly timeout: number | undefined;
}

/** Bytes of a refusal that are read. */
export const longestRefusal: number = 64 * 1024;

export class Endpoint {
  readonly #options: EndpointOptions;

  constructor(options: EndpointOptions) {
    this.#options = options;
  }

  /** Makes a request and reads the answer, the first `limit` bytes of it at least. Rejects with `TransportError` when nobody answers. */
  async exchange(request: EndpointRequest, deadlines: Deadlines, limit: number): Promise<Answer> {
    const { credentials, url } = this.#options;
    try {
      const { headers, token } = credentials.fixed ?? (await credentials.identify());
      const answer = await this.#exchange(request, headers, { deadlines, limit });
      if (answer.status !== 401 || !(await credentials.renew(token))) return answer;
      return await this.#exchange(request, (await credentials.identify()).headers, { deadlines, limit });
    } catch (error) {
      throw unreachable(url.origin, error);
    }
  }

  /** Makes a request; `controller` aborts it and the body of its answer. The time limit is for the head of the answer. */
  async request(request: EndpointRequest, controller: AbortController): Promise<QuickResponse> {
    const { credentials } = this.#options;
    // Without a wait where there is nothing to wait for: what is asked first is to arrive first.
    const identification = credentials.fixed ?? (await credentials.identify());
    const response = await this.#fetch(request, identification.headers, controller);
    if (response.status !== 401 || !(await credentials.renew(identification.token))) return response;
    // Read, so that its connection can be used again.
    await readText(response, longestRefusal, controller.signal);
    return this.#fetch(request, (await credentials.identify()).headers, controller);
  }

  async #exchange(
    request: EndpointRequest,
    own: Readonly<Record<string, string>>,
    { deadlines, limit }: { readonly deadlines: Deadlines; readonly limit: number },
  ): Promise<Answer> {
    const { url, fetch, cookies } = this.#options;
    const { timeout, method, body } = request;
    const headers = this.#headers(request, own);
    const quick = fetch.exchange?.(url.href, { method, headers, limit, ...(body === undefined ? {} : { body }) });
    if (quick === undefined) return this.#exchangeByFetch(request, own, { deadlines, limit });
    deadlines.add(quick.cancel, timeout, () => this.#lateness(timeout));
    try {
      const answer = await quick.answer;
      cookies.store(answer.headers.getSetCookie?.() ?? [], url);
      return answer;
    } finally {
      deadlines.delete(quick.cancel);
    }
  }

  async #exchangeByFetch(
    request: EndpointRequest,
    own: Readonly<Record<string, string>>,
    { deadlines, limit }: { readonly deadlines: Deadlines; readonly limit: number },
  ): Promise<Answer> {
    const controller = new AbortController();
    const cancel: Cancel = (reason) => {
      controller.abort(reason);
    };
    deadlines.add(cancel, request.timeout, () => this.#lateness(request.timeout));
    try {
      const response = await this.#fetch({ ...request, timeout: undefined }, own, controller);
      const text = await readText(response, limit, controller.signal);
      return { status: response.status, headers: response.headers, text };
    } finally {
      deadlines.delete(cancel);
    }
  }

  #headers(request: EndpointRequest, own: Readonly<Record<string, string>>): Record<string, string> {
    const { url, cookies } = this.#options;
    const headers = { ...own, ...request.headers };
    const cookie = cookies.header(url);
    if (cookie !== undefined) headers['cookie'] = cookie;
    return headers;
  }

  async #fetch(
    request: EndpointRequest,
    own: Readonly<Record<string, string>>,
    controller: AbortController,
  ): Promise<QuickResponse> {
    const { url, fetch, cookies, platformCookies } = this.#options;
    const { timeout, ...rest } = request;
    const headers = this.#headers(request, own);
    const stop = this.#limit(timeout, controller);
    const { signal } = controller;
    try {
      const response = await fetch(url.href, {
        ...rest,
        headers,
        signal,
        credentials: platformCookies,
        redirect: 'manual',
      });
      cookies.store(response.headers.getSetCookie?.() ?? [], url);
      return response;
    } catch (error) {
      throw unreachable(url.origin, error);
    } finally {
      stop();
    }
  }

  #limit(timeout: number | undefined, controller: AbortController): () => void {
    if (timeout === undefined) return () => undefined;
    return this.#options.clock.schedule(timeout, () => {
      controller.abort(this.#lateness(timeout));
    });
  }

  #lateness(timeout: number | undefined): TransportError {
    return new TransportError('unreachable', `${this.#options.url.origin} did not answer within ${timeout} ms.`);
  }
}
