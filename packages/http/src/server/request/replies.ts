/** Replies that are made in one go. */
import { rpcCodes } from '@acp-stack/rpc';

import { mediaTypes } from '../../wire/headers.ts';
import type { Reply } from './incoming-request.ts';

type Headers = Readonly<Record<string, string>>;

/** One message as the body. */
export const json = (status: number, text: string, headers: Headers = {}): Reply =>
  whole(status, text, { 'content-type': mediaTypes.json, ...headers });

/** A refusal in plain words. */
export const refusal = (status: number, words: string, headers: Headers = {}): Reply =>
  whole(status, `${words}\n`, { 'content-type': 'text/plain; charset=utf-8', ...headers });

/** A refusal as a JSON-RPC error that answers nothing in particular. */
export const rpcRefusal = (status: number, code: keyof typeof rpcCodes, message: string): Reply =>
  json(status, JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: rpcCodes[code], message } }));

export const noContent = (headers: Headers = {}): Reply => whole(204, '', headers);

const whole = (status: number, body: string, headers: Headers): Reply => ({
  kind: 'whole',
  status,
  body,
  headers: { 'cache-control': 'no-store', ...headers },
});

/** No body: what there is to say comes on a stream. */
export const accepted: Reply = whole(202, '', {});
