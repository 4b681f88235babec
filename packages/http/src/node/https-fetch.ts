/**
 * `fetch` over HTTP/1.1 with certificates of the program, which the platform's `fetch` does not support.
 *
 * Idle connections are kept for the next request and do not keep the process alive.
 */
import { Agent, request as ask } from 'node:https';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { text as textOf } from 'node:stream/consumers';

import type { Fetch, FetchResponse } from '../client/request/fetch.ts';
import type { Http2ConnectionOptions } from './http2-connection.ts';

/** Returns a `fetch` that uses `tls`. */
export function httpsFetch(tls: Http2ConnectionOptions['tls']): Fetch {
  const agent = new Agent({ keepAlive: true });
  return (url, { method, headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const request = ask(url, { ...tls, agent, method, headers: { ...headers }, signal });
      request.once('response', (response) => {
        resolve(responseOf(response));
      });
      request.on('error', (error) => {
        reject(signal.aborted ? (signal.reason as Error) : error);
      });
      request.end(body);
    });
}

function responseOf(response: IncomingMessage): FetchResponse {
  let body: ReadableStream<Uint8Array> | undefined;
  return {
    status: response.statusCode ?? 0,
    headers: {
      get: (name) => {
        const value = response.headers[name];
        return value === undefined ? null : String(value);
      },
      getSetCookie: () => response.headers['set-cookie'] ?? [],
    },
    get body() {
      body ??= Readable.toWeb(response) as ReadableStream<Uint8Array>;
      return body;
    },
    text: () => textOf(response),
  };
}
