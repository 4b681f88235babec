/**
 * One request over HTTP/2 whose answer is read as a whole: most say something in one frame, and are answered in one.
 */
import {
  constants,
  type ClientHttp2Session,
  type ClientHttp2Stream,
  type ClientSessionRequestOptions,
} from 'node:http2';

import type { ExchangeRequest, Outcome } from '../client/request/fetch.ts';
import type { Cancel } from '../timing/deadlines.ts';
import { ResponseHeaders, statusOf, type ResponseFields } from './http2-response-headers.ts';
import type { Http2Connection } from './http2-connection.ts';

export interface Http2ExchangeOptions {
  /** The path and the query. */
  readonly path: string;
  readonly connection: Pick<Http2Connection, 'begin' | 'finish'>;
  /** The request was given up, for a reason where there is one. */
  readonly onCancelled: (reason: unknown) => void;
  readonly outcome: Outcome;
}

/** Makes a request, and tells how to give it up; throws when the connection takes none. */
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
  /** Whoever waits; undefined when it was told. */
  let waiter: Outcome | undefined = outcome;
  /** Reads the rest of an answer that is more than its head. */
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
    // What nobody reads would keep the stream open.
    stream.resume();
    settle()?.answered({ status: statusOf(fields), headers: new ResponseHeaders(fields), text: '' });
  });
  stream.on('error', fail);
  stream.on('close', () => {
    connection.finish();
    if (waiter === undefined) return;
    if (finish === undefined) fail(new Error(`The request was closed without an answer (${stream.rstCode}).`));
    else finish();
  });
  if (body !== undefined) stream.end(body);
  return (reason) => {
    stream.close(constants.NGHTTP2_CANCEL);
    onCancelled(reason);
    fail(reason ?? new Error('The request was given up.'));
  };
}

/** Reads the body of an answer; what is called when the stream has closed tells what became of it. */
function readRest(
  stream: ClientHttp2Stream,
  fields: ResponseFields,
  { limit, answered, failed }: Outcome & Pick<ExchangeRequest, 'limit'>,
): () => void {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const read = (): void => {
    const text = Buffer.concat(chunks).toString('utf8');
    answered({ status: statusOf(fields), headers: new ResponseHeaders(fields), text });
  };
  stream.on('data', (chunk: Uint8Array) => {
    size += chunk.length;
    if (size - chunk.length <= limit) chunks.push(chunk);
    if (size <= limit) return;
    // The rest is not worth reading.
    read();
    stream.close(constants.NGHTTP2_CANCEL);
  });
  return () => {
    // Node also ends a stream that was cut; only its code tells the difference.
    if (stream.rstCode === constants.NGHTTP2_NO_ERROR && stream.readableEnded) read();
    else failed(new Error(`The stream was cut (${stream.rstCode}).`));
  };
}

/** Node fills these in on a copy of the options; where the copy has room for them, a request costs a tenth less. */
const unset = { weight: undefined, parent: undefined, exclusive: undefined, silent: undefined };
const ended = { endStream: true, ...unset } as ClientSessionRequestOptions;
const unended = { endStream: false, ...unset } as ClientSessionRequestOptions;
