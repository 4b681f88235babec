/**
 * The server as a client sees it: one address to which requests go, with cookies and credentials.
 *
 * A request that is refused for its token is made once more with a new one. An answer that is read as a whole is bounded, in its
 * size and, where that is said, in its time.
 */
import type { Clock } from '@acp-stack/rpc';

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

export interface EndpointOptions {
  readonly url: URL;
  readonly fetch: Fetch;
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
  async exchange(request: EndpointRequest, controller: AbortController, limit: number): Promise<Answer> {
    const { timeout, ...rest } = request;
    const stop = this.#limit(timeout, controller);
    try {
      const response = await this.request({ ...rest, timeout: undefined }, controller);
      const text = await readText(response, limit);
      return { status: response.status, headers: response.headers, text };
    } catch (error) {
      throw unreachable(this.#options.url.origin, error);
    } finally {
      stop();
    }
  }

  /** Makes a request; `controller` aborts it and the body of its answer. The time limit is for the head of the answer. */
  async request(request: EndpointRequest, controller: AbortController): Promise<FetchResponse> {
    const { credentials } = this.#options;
    const identification = await credentials.identify();
    const response = await this.#fetch(request, identification.headers, controller);
    if (response.status !== 401 || !(await credentials.renew(identification.token))) return response;
    // Read, so that its connection can be used again.
    await readText(response, longestRefusal);
    return this.#fetch(request, (await credentials.identify()).headers, controller);
  }

  async #fetch(
    request: EndpointRequest,
    own: Readonly<Record<string, string>>,
    controller: AbortController,
  ): Promise<FetchResponse> {
    const { url, fetch, cookies, platformCookies } = this.#options;
    const { timeout, ...rest } = request;
    const cookie = cookies.header(url);
    const headers = { ...own, ...request.headers, ...(cookie === undefined ? {} : { cookie }) };
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
    const { url, clock } = this.#options;
    return clock.schedule(timeout, () => {
      controller.abort(new TransportError('unreachable', `${url.origin} did not answer within ${timeout} ms.`));
    });
  }
}
