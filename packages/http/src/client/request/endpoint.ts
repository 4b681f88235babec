/**
 * The server as a client sees it: one address to which requests go, with cookies and credentials.
 *
 * A request that is refused for its token is made once more with a new one. An answer that is read as a whole is bounded, in its
 * size and, where that is said, in its time.
 */
import type { Clock } from '@acp-stack/rpc';

import type { Cancel, Deadlines } from '../../timing/deadlines.ts';
import type { CookieJar } from '../connect/cookie-jar.ts';
import type { Credentials } from '../connect/credentials.ts';
import type { WholeResponse, FetchRequest, Outcome, ExtendedFetch, ExtendedResponse } from './fetch.ts';
import { readText } from './read-text.ts';
import { TransportError } from '../connect/transport-error.ts';
import { unreachable } from '../connect/unreachable.ts';

/** Of an answer that is read as a whole. */
export interface Bounds {
  /** Watches whether it comes in time. */
  readonly deadlines: Deadlines;
  /** Bytes that are read at least. */
  readonly limit: number;
}

export interface EndpointOptions {
  readonly url: URL;
  readonly fetch: ExtendedFetch;
  readonly cookies: CookieJar;
  readonly credentials: Credentials;
  /** Which cookies of its own a browser sends. */
  readonly platformCookies: 'include' | 'same-origin' | 'omit';
  readonly clock: Clock;
}

export interface EndpointRequest extends Omit<FetchRequest, 'signal' | 'credentials' | 'redirect'> {
  /** Milliseconds until the request must be answered; undefined: it may take any time. */
  readonly timeout: number | undefined;
}

type Headers = Readonly<Record<string, string>>;

const none: readonly string[] = [];

/** Bytes of a refusal that are read. */
export const longestRefusal: number = 64 * 1024;

export class Endpoint {
  readonly #options: EndpointOptions;
  readonly #timeoutError = (timeout: number): TransportError =>
    new TransportError('unreachable', `${this.#options.url.origin} did not answer within ${timeout} ms.`);

  constructor(options: EndpointOptions) {
    this.#options = options;
  }

  /** Makes a request and reads the answer. Rejects with `TransportError` when nobody answers. */
  async exchange(request: EndpointRequest, bounds: Bounds): Promise<WholeResponse> {
    const { credentials, url } = this.#options;
    try {
      const { headers, token } = credentials.fixed ?? (await credentials.identify());
      const answer = await this.#exchange(this.#complete(request, headers), bounds);
      if (answer.status !== 401 || !(await credentials.renew(token))) return answer;
      return await this.#exchange(this.#complete(request, (await credentials.identify()).headers), bounds);
    } catch (error) {
      throw unreachable(url.origin, error);
    }
  }

  /** Does the same without a promise, which a small message is spared; false when something has to be waited for first. */
  exchangeAtOnce(request: EndpointRequest, bounds: Bounds, outcome: Outcome<TransportError>): boolean {
    const { fixed } = this.#options.credentials;
    return fixed !== undefined && this.#tryExchange(this.#complete(request, fixed.headers), bounds, outcome);
  }

  /** Makes a request; `controller` aborts it and the body of its answer. The time limit is for the head of the answer. */
  async request(request: EndpointRequest, controller: AbortController): Promise<ExtendedResponse> {
    const { credentials } = this.#options;
    // Without a wait where there is nothing to wait for: what is asked first is to arrive first.
    const identification = credentials.fixed ?? (await credentials.identify());
    const response = await this.#fetch(this.#complete(request, identification.headers), controller);
    if (response.status !== 401 || !(await credentials.renew(identification.token))) return response;
    // Read, so that its connection can be used again.
    await readText(response, longestRefusal, controller.signal);
    return this.#fetch(this.#complete(request, (await credentials.identify()).headers), controller);
  }

  #exchange(request: EndpointRequest, bounds: Bounds): Promise<WholeResponse> {
    return new Promise((answered, failed) => {
      const isMade = this.#tryExchange(request, bounds, { answered, failed });
      if (!isMade) this.#exchangeByFetch(request, bounds).then(answered, failed);
    });
  }

  /** Makes a request over the shorter way of `fetch`; false when there is none. */
  #tryExchange(request: EndpointRequest, { deadlines, limit }: Bounds, outcome: Outcome<TransportError>): boolean {
    const { url, fetch, cookies } = this.#options;
    const { timeout, method, headers, body } = request;
    const asked = body === undefined ? { method, headers, limit } : { method, headers, limit, body };
    const cancel = fetch.exchange?.(url.href, asked, {
      answered: (answer) => {
        if (cancel !== undefined) deadlines.delete(cancel);
        cookies.store(answer.headers.getSetCookie?.() ?? none, url);
        outcome.answered(answer);
      },
      failed: (error) => {
        if (cancel !== undefined) deadlines.delete(cancel);
        outcome.failed(unreachable(url.origin, error));
      },
    });
    if (cancel === undefined) return false;
    deadlines.add(cancel, timeout, this.#timeoutError);
    return true;
  }

  async #exchangeByFetch(request: EndpointRequest, { deadlines, limit }: Bounds): Promise<WholeResponse> {
    const controller = new AbortController();
    const cancel: Cancel = (reason) => {
      controller.abort(reason);
    };
    deadlines.add(cancel, request.timeout, this.#timeoutError);
    try {
      const response = await this.#fetch({ ...request, timeout: undefined }, controller);
      const text = await readText(response, limit, controller.signal);
      return { status: response.status, headers: response.headers, text };
    } finally {
      deadlines.delete(cancel);
    }
  }

  /** The request with everything that is said every time; what it says itself counts for more. */
  #complete(request: EndpointRequest, own: Headers): EndpointRequest {
    const { url, cookies } = this.#options;
    const headers = { ...request.headers };
    for (const [name, value] of Object.entries(own)) if (!Object.hasOwn(headers, name)) headers[name] = value;
    const cookie = cookies.header(url);
    if (cookie !== undefined) headers['cookie'] = cookie;
    return { ...request, headers };
  }

  /** Makes a request that says everything. */
  async #fetch(request: EndpointRequest, controller: AbortController): Promise<ExtendedResponse> {
    const { url, fetch, cookies, platformCookies } = this.#options;
    const { timeout, ...rest } = request;
    const stop = this.#limit(timeout, controller);
    const { signal } = controller;
    try {
      const response = await fetch(url.href, {
        ...rest,
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
      controller.abort(this.#timeoutError(timeout));
    });
  }
}
