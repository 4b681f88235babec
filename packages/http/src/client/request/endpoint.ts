/**
 * Makes HTTP requests to one server, with cookies and credentials.
 *
 * A request that is refused with 401 is made once more with a new token. A response that is read as a whole has a limit
 * for its size and, if asked for, for its time.
 */
import type { Clock } from '@acp-stack/rpc';

import type { Cancel, Deadlines } from '../../timing/deadlines.ts';
import type { CookieJar } from '../connect/cookie-jar.ts';
import type { Credentials } from '../connect/credentials.ts';
import type { WholeResponse, FetchRequest, Outcome, ExtendedFetch, ExtendedResponse } from './fetch.ts';
import { readText } from './read-text.ts';
import { TransportError } from '../connect/transport-error.ts';
import { unreachable } from '../connect/unreachable.ts';

/** The limits for a response that is read as a whole. */
export interface Bounds {
  /** Aborts the request when it takes too long. */
  readonly deadlines: Deadlines;
  /** At least this many bytes of the body are read; the rest may be dropped. */
  readonly limit: number;
}

export interface EndpointOptions {
  readonly url: URL;
  readonly fetch: ExtendedFetch;
  readonly cookies: CookieJar;
  readonly credentials: Credentials;
  /** Which of its own cookies a browser sends. */
  readonly platformCookies: 'include' | 'same-origin' | 'omit';
  readonly clock: Clock;
}

export interface EndpointRequest extends Omit<FetchRequest, 'signal' | 'credentials' | 'redirect'> {
  /** Milliseconds within which the request must be answered; undefined for no limit. */
  readonly timeout: number | undefined;
}

type Headers = Readonly<Record<string, string>>;

const none: readonly string[] = [];

/** Bytes of the body of an unexpected response that are read. */
export const maxRefusalLength: number = 64 * 1024;

export class Endpoint {
  readonly #options: EndpointOptions;
  readonly #timeoutError = (timeout: number): TransportError =>
    new TransportError('unreachable', `${this.#options.url.origin} did not respond within ${timeout} ms.`);

  constructor(options: EndpointOptions) {
    this.#options = options;
  }

  /** Makes a request and reads the whole response. Rejects with a `TransportError` if there is none. */
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

  /**
   * Does the same without promises, which saves a fifth of the cost of a small message; returns false if it has to wait
   * for something first.
   */
  exchangeAtOnce(request: EndpointRequest, bounds: Bounds, outcome: Outcome<TransportError>): boolean {
    const { fixed } = this.#options.credentials;
    return fixed !== undefined && this.#tryExchange(this.#complete(request, fixed.headers), bounds, outcome);
  }

  /**
   * Makes a request; `controller` aborts it and the body of its response. The timeout ends when the headers of the
   * response arrive.
   */
  async request(request: EndpointRequest, controller: AbortController): Promise<ExtendedResponse> {
    const { credentials } = this.#options;
    // No await if the credentials are known: requests keep the order in which they were made.
    const identification = credentials.fixed ?? (await credentials.identify());
    const response = await this.#fetch(this.#complete(request, identification.headers), controller);
    if (response.status !== 401 || !(await credentials.renew(identification.token))) return response;
    // The body is read, so that its connection can be used again.
    await readText(response, maxRefusalLength, controller.signal);
    return this.#fetch(this.#complete(request, (await credentials.identify()).headers), controller);
  }

  #exchange(request: EndpointRequest, bounds: Bounds): Promise<WholeResponse> {
    return new Promise((answered, failed) => {
      const isMade = this.#tryExchange(request, bounds, { answered, failed });
      if (!isMade) this.#exchangeByFetch(request, bounds).then(answered, failed);
    });
  }

  /** Uses the `exchange` of `fetch`, if it has one; returns false otherwise. */
  #tryExchange(request: EndpointRequest, { deadlines, limit }: Bounds, outcome: Outcome<TransportError>): boolean {
    const { url, fetch, cookies } = this.#options;
    const { timeout, method, headers, body } = request;
    const init = body === undefined ? { method, headers, limit } : { method, headers, limit, body };
    const cancel = fetch.exchange?.(url.href, init, {
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

  /** Adds credentials and cookies; headers of the request itself take precedence. */
  #complete(request: EndpointRequest, own: Headers): EndpointRequest {
    const { url, cookies } = this.#options;
    const headers = { ...request.headers };
    for (const [name, value] of Object.entries(own)) if (!Object.hasOwn(headers, name)) headers[name] = value;
    const cookie = cookies.header(url);
    if (cookie !== undefined) headers['cookie'] = cookie;
    return { ...request, headers };
  }

  /** Makes a request that is complete. */
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
