/** A `fetch` for libraries that read responses of any size. */
import { boundedBody, type BodyLimitError, type BodyLimits } from './bounded-body.ts';

const mebibyte = 1024 * 1024;

/** The limits for model services: an answer has an end. */
export const modelBodyLimits: BodyLimits = { event: 16 * mebibyte, whole: 64 * mebibyte, stream: 256 * mebibyte };

export interface BoundedFetchOptions {
  readonly limits: BodyLimits;
  /** Makes the requests; the platform's by default. */
  readonly fetch?: (url: string | URL, init?: RequestInit) => Promise<Response>;
  /** Called when a response exceeds a limit, before reading it fails. */
  readonly onExceeded?: (error: BodyLimitError) => void;
}

/** Returns a `fetch` whose responses are limited. */
export function boundedFetch(options: BoundedFetchOptions): typeof fetch {
  const ask = (options.fetch ?? fetch) as typeof fetch;
  return async (input, init) => {
    const response = await ask(input, init);
    const { body, status, statusText, headers, url } = response;
    if (body === null) return response;
    const type = headers.get('content-type') ?? '';
    const bounded = new Response(boundedBody(body, type, options), { status, statusText, headers });
    Object.defineProperty(bounded, 'url', { value: url });
    return bounded;
  };
}
