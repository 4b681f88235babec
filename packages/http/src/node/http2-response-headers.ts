/** The headers of an HTTP/2 response, as `fetch` has them. */
import type { IncomingHttpHeaders } from 'node:http2';

import type { FetchResponse } from '../client/request/fetch.ts';

export type ResponseFields = IncomingHttpHeaders & { readonly ':status'?: number | undefined };

type Headers = FetchResponse['headers'];

export class ResponseHeaders implements Headers {
  readonly #fields: ResponseFields;

  constructor(fields: ResponseFields) {
    this.#fields = fields;
  }

  get(name: string): string | null {
    const value = this.#fields[name];
    return value === undefined ? null : String(value);
  }

  getSetCookie(): string[] {
    return this.#fields['set-cookie'] ?? [];
  }
}

export const statusOf = (fields: ResponseFields): number => fields[':status'] ?? 0;
