/**
 * One HTTP/2 request whose response is read as a whole, usually one frame each way.
 *
 * Compared with a `fetch` response it saves about a fifth of the CPU of a small request.
 */
import {
  constants,
  type ClientHttp2Session,
  type ClientHttp2Stream,
  type ClientSessionRequestOptions,
} from 'node:http2';

import { CollectedBytes } from '@acp-stack/rpc';

import type { ExchangeRequest, Outcome } from '../client/request/fetch.ts';
import type { Cancel } from '../timing/deadlines.ts';
import { ResponseHeaders, statusOf, type ResponseFields } from './http2-response-headers.ts';
import type { Http2Connection } from './http2-connection.ts';

export interface Http2ExchangeOptions {
  /** The path and the query. */
  readonly path: string;
  readonly connection: Pick<Http2Connection, 'begin' | 'finish'>;
  /** Called when the request is cancelled. */
  readonly onCancelled: (reason: unknown) => void;
  readonly outcome: Outcome;
}

/** Makes a request and returns how to cancel it; throws if the session takes no more requests. */
export function http2Exchange(
  session: ClientHttp2Session,
  { method, headers, body, limit }: ExchangeRequest,
  { path, connection, onCancelled, outcome }: Http2ExchangeOptions,
): Cancel {
  const stream = session.request(
    { ...headers, ':method': method, ':path': path },
    body === undefined ? ended : unended,
  );
  connection.begin();
  /** Undefined once the outcome was reported. */
  let waiter: Outcome | undefined = outcome;
  /** Completes a response that has a body. */
  let finish: (() => void) | undefined;
  const settle = (): Outcome | undefined => {
    const last = waiter;
    waiter = undefined;
    return last;
  };
  const fail = (error: unknown): void => {
    settle()?.failed(error);
  };
  stream.on('response', (fields, flags) => {
    if ((flags & constants.NGHTTP2_FLAG_END_STREAM) === 0) {
      finish = readRest(stream, fields, { limit, answered: (answer) => settle()?.answered(answer), failed: fail });
      return;
    }
    // An unread stream would stay open.
    stream.resume();
    settle()?.answered({ status: statusOf(fields), headers: new ResponseHeaders(fields), text: '' });
  });
  stream.on('error', fail);
  stream.on('close', () => {
    connection.finish();
    if (waiter === undefined) return;
    if (finish === undefined) fail(new Error(`The request was closed without a response (${stream.rstCode}).`));
    else finish();
  });
  if (body !== undefined) stream.end(body);
  return (reason) => {
    stream.close(constants.NGHTTP2_CANCEL);
    onCancelled(reason);
    fail(reason ?? new Error('The request was cancelled.'));
  };
}

/** Reads the body; the returned function reports the outcome when the stream has closed. */
function readRest(
  stream: ClientHttp2Stream,
  fields: ResponseFields,
  { limit, answered, failed }: Outcome & Pick<ExchangeRequest, 'limit'>,
): () => void {
  const bytes = new CollectedBytes();
  let isCut = false;
  const read = (): void => {
    const text = new TextDecoder().decode(bytes.take());
    answered({ status: statusOf(fields), headers: new ResponseHeaders(fields), text });
  };
  stream.on('data', (chunk: Uint8Array) => {
    if (isCut) return;
    bytes.add(chunk);
    if (bytes.size <= limit) return;
    // Drops the rest.
    isCut = true;
    read();
    stream.close(constants.NGHTTP2_CANCEL);
  });
  return () => {
    // Node also ends a stream that was reset; only `rstCode` tells the difference.
    if (stream.rstCode === constants.NGHTTP2_NO_ERROR && stream.readableEnded) read();
    else failed(new Error(`The stream was reset (${stream.rstCode}).`));
  };
}

const ended: ClientSessionRequestOptions = { endStream: true };
const unended: ClientSessionRequestOptions = { endStream: false };
