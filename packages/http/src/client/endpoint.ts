/**
 * The server as a client sees it: one address to which requests go, with cookies and credentials.
 *
 * A request that is refused for its token is made once more with a new one.
 */
import type { Clock } from '@acp-stack/rpc';

import type { CookieJar } from './cookie-jar.ts';
import type { Credentials } from './credentials.ts';
import { TransportError } from './transport-error.ts';

/** What is asked of `fetch`. */
export interface FetchRequest {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
  readonly signal: AbortSignal;
  readonly credentials?: 'include' | 'same-origin' | 'omit';
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

export interface EndpointRequest extends Omit<FetchRequest, 'signal' | 'credentials'> {
  /** Milliseconds until the request must be answered; undefined: it may take any time. */
  readonly timeout: number | undefined;
}

export class Endpoint {
  readonly #options: EndpointOptions;

  constructor(options: EndpointOptions) {
    this.#options = options;
  }

  /** Makes a request; `controller` aborts it and the body of its answer. Rejects with `TransportError` when nobody answers. */
  async request(request: EndpointRequest, controller: AbortController): Promise<FetchResponse> {
    const { credentials } = this.#options;
    const identification = await credentials.identify();
    const response = await this.#fetch(request, identification.headers, controller);
    if (response.status !== 401 || !(await credentials.renew(identification.token))) return response;
    await discard(response);
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
      const response = await fetch(url.href, { ...rest, headers, signal, credentials: platformCookies });
      cookies.store(response.headers.getSetCookie?.() ?? [], url);
      return response;
    } catch (error) {
      throw error instanceof TransportError ? error : unreachable(url, error);
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

/** Reads an answer that nobody needs, so that its connection can be used again. */
export async function discard(response: FetchResponse): Promise<void> {
  await response.text().catch(() => undefined);
}

function unreachable(url: URL, error: unknown): TransportError {
  const reason = error instanceof Error ? innermost(error).message : String(error);
  return new TransportError('unreachable', `${url.origin} could not be reached: ${reason}`, { cause: error });
}

/** The platform's `fetch` says only that it failed; what happened is in the cause. */
function innermost(error: Error): Error {
  let inner = error;
  while (inner.cause instanceof Error) inner = inner.cause;
  return inner;
}
