/** Parses the message in the body of a POST, or returns why it is refused. */
import { parseMessage } from '@acp-stack/rpc';

import type { HttpLimits } from '../limits/http-limits.ts';
import type { Body, Reply } from '../request/incoming-request.ts';
import { refusal, rpcRefusal } from '../request/replies.ts';

export type PostedMessage =
  | { readonly kind: 'message'; readonly message: object; readonly text: string }
  | { readonly kind: 'refused'; readonly reply: Reply }
  /** The client disconnected, and may post the same message again. */
  | { readonly kind: 'aborted'; readonly reply: Reply };

export interface PostedMessageOptions {
  readonly limits: Pick<HttpLimits, 'depth' | 'idLength'>;
  /** The status for a batch. */
  readonly batchStatus: 400 | 501;
}

const bodyReplies: Readonly<Record<Exclude<Body['kind'], 'text'>, () => Reply>> = {
  'too-large': () => refusal(413, 'The body is too large.'),
  'too-slow': () => refusal(408, 'The body did not arrive in time.'),
  'no-room': () =>
    refusal(429, 'Too many bytes of earlier messages wait to be handled; send less at once.', { 'retry-after': '1' }),
  'not-utf-8': () => refusal(400, 'The body is not UTF-8.'),
  'read-before': () =>
    refusal(500, 'The server has read the body before the agent could: its route belongs before the body parsers.'),
  aborted: () => refusal(400, 'The body is not complete.'),
};

export function postedMessage(body: Body, { limits, batchStatus }: PostedMessageOptions): PostedMessage {
  if (body.kind !== 'text') {
    return { kind: body.kind === 'aborted' ? 'aborted' : 'refused', reply: bodyReplies[body.kind]() };
  }
  const { text } = body;
  const read = parseMessage(text, limits);
  if (read.kind === 'problem') {
    const code = read.problem.kind === 'unparsable' ? 'parseError' : 'invalidRequest';
    return refused(rpcRefusal(400, code, read.problem.message));
  }
  const { message } = read;
  if (Array.isArray(message)) return refused(rpcRefusal(batchStatus, 'invalidRequest', 'Batches are not supported.'));
  if (typeof message !== 'object' || message === null) {
    return refused(rpcRefusal(400, 'invalidRequest', 'A message must be a JSON object.'));
  }
  if (hasLongId(message, limits.idLength)) return refused(refusal(400, 'The id of the message is too long.'));
  return { kind: 'message', message, text };
}

const refused = (reply: Reply): PostedMessage => ({ kind: 'refused', reply });

function hasLongId(message: object, limit: number): boolean {
  const { id } = message as { readonly id?: unknown };
  return typeof id === 'string' && id.length > limit;
}
