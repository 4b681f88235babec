/**
 * One request over HTTP/2 whose answer is read as a whole: most say something in one frame, and are answered in one.
 */
import { constants, type ClientHttp2Session } from 'node:http2';

import type { Answer, Exchange, ExchangeRequest } from '../client/endpoint.ts';
import type { Cancel } from '../wire/deadlines.ts';
import { AnswerHeaders, statusOf } from './http2-answer.ts';
import type { Http2Route } from './http2-route.ts';

export interface Http2ExchangeOptions {
  /** The path and the query. */
  readonly path: string;
  readonly route: Pick<Http2Route, 'begin' | 'finish'>;
  /** The request was given up, for a reason where there is one. */
  readonly onCancelled: (reason: unknown) => void;
}

/** Makes a request; throws when the connection takes none. */
export function http2Exchange(
  session: ClientHttp2Session,
  { method, headers, body, limit }: ExchangeRequest,
  { path, route, onCancelled }: Http2ExchangeOptions,
): Exchange {
  const fields = { ...headers, ':method': method, ':path': path };
  const stream = session.request(fields, body === undefined ? ended : unended);
  route.begin();
  let fail: ((error: Error) => void) | undefined;
  const cancel: Cancel = (reason) => {
    stream.close(constants.NGHTTP2_CANCEL);
    onCancelled(reason);
    fail?.(reason ?? new Error('The request was given up.'));
  };
  const answer = new Promise<Answer>((resolve, reject) => {
    fail = reject;
    let finish: (() => void) | undefined;
    stream.once('response', (answered, flags) => {
      const about = { status: statusOf(answered), headers: new AnswerHeaders(answered) };
      if ((flags & constants.NGHTTP2_FLAG_END_STREAM) !== 0) {
        finish = noop;
        // What nobody reads would keep the stream open.
        stream.resume();
        resolve({ ...about, text: '' });
        return;
      }
      const chunks: Uint8Array[] = [];
      let size = 0;
      const read = (): void => {
        resolve({ ...about, text: Buffer.concat(chunks).toString('utf8') });
      };
      finish = () => {
        // Node also ends a stream that was cut; only its code tells the difference.
        if (stream.rstCode === constants.NGHTTP2_NO_ERROR && stream.readableEnded) read();
        else reject(new Error(`The stream was cut (${stream.rstCode}).`));
      };
      stream.on('data', (chunk: Uint8Array) => {
        size += chunk.length;
        if (size - chunk.length <= limit) chunks.push(chunk);
        if (size <= limit) return;
        // The rest is not worth reading.
        read();
        stream.close(constants.NGHTTP2_CANCEL);
      });
    });
    stream.on('error', reject);
    stream.once('close', () => {
      route.finish();
      if (finish === undefined) reject(new Error(`The request was closed without an answer (${stream.rstCode}).`));
      else finish();
    });
  });
  if (body !== undefined) stream.end(body);
  return { answer, cancel };
}

const ended = { endStream: true };
const unended = { endStream: false };
const noop = (): void => undefined;
