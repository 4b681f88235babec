/** Complete replies. */
import { rpcCodes } from '@acp-stack/rpc';

import { mediaTypes } from '../../wire/headers.ts';
import type { Reply } from './incoming-request.ts';

type Headers = Readonly<Record<string, string>>;

/** A reply with one message as the body. */
export const json = (status: number, text: string, headers: Headers = {}): Reply =>
  whole(status, text, { 'content-type': mediaTypes.json, ...headers });

/** A refusal as plain text. */
export const refusal = (status: number, words: string, headers: Headers = {}): Reply =>
  whole(status, `${words}\n`, { 'content-type': 'text/plain; charset=utf-8', ...headers });

/** A refusal as a JSON-RPC error without an id. */
export const rpcRefusal = (status: number, code: keyof typeof rpcCodes, message: string): Reply =>
  json(status, JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: rpcCodes[code], message } }));

export const noContent = (headers: Headers = {}): Reply => whole(204, '', headers);

const whole = (status: number, body: string, headers: Headers): Reply => ({
  kind: 'whole',
  status,
  body,
  headers: { 'cache-control': 'no-store', ...headers },
});

/** An empty reply: responses come on an event stream. */
export const accepted: Reply = whole(202, '', {});

/** The same, with what the client learns of its connection. */
export const acceptedWith = (headers: Readonly<Record<string, string>>): Reply => whole(202, '', headers);
