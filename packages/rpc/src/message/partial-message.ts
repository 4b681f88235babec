/**
 * What the beginning of a message says about the whole, when the whole is not read.
 *
 * A message over the limit is never held, but most programs write its id first: with it the call that waits for an answer, or the
 * other side that waits for ours, is told instead of left waiting.
 */
import type { ChannelProblem } from '../channel/channel.ts';
import { rpcCodes } from './errors.ts';
import type { RequestId, Response } from './message.ts';

/** The id of a request or an answer, and which of the two it is. */
export interface MessageHead {
  /** As it was written. */
  readonly id: RequestId;
  /** Whether it has a result or an error, and no method. */
  readonly isAnswer: boolean;
}

/** Programs that write the id first have written it by then. */
const lookedAt = 1000;

/** The next member of an object whose value is short, or the name of one whose value goes on. */
const member =
  /\s*("(?:[^"\\]|\\.)*")\s*:\s*(?:("(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)\s*,)?/uy;

/** Reads the head of `message`, the beginning of a JSON object; nothing when it does not say what the message is. */
export function headOf(message: string): MessageHead | undefined {
  const text = message.slice(0, lookedAt);
  const opening = /^\uFEFF*\s*\{/u.exec(text);
  if (opening === null) return undefined;
  let id: RequestId | undefined;
  let at = opening[0].length;
  for (;;) {
    member.lastIndex = at;
    const [whole, name, value] = member.exec(text) ?? [];
    if (whole === undefined || name === undefined) return undefined;
    at += whole.length;
    if (name === '"id"' && value !== undefined) id = idOf(value);
    else if (id !== undefined && (name === '"method"' || name === '"params"')) return { id, isAnswer: false };
    else if (id !== undefined && (name === '"result"' || name === '"error"')) return { id, isAnswer: true };
    if (value === undefined) return undefined;
  }
}

function idOf(value: string): RequestId | undefined {
  const id: unknown = JSON.parse(value);
  return typeof id === 'string' || Number.isSafeInteger(id) ? (id as RequestId) : undefined;
}

/** The error that stands for a message which was not read, for those who pass messages on: whoever waits gets it. */
export function unreadMessage({ kind, message, head }: ChannelProblem): Response {
  const code = kind === 'unparsable' ? rpcCodes.parseError : rpcCodes.invalidRequest;
  return { jsonrpc: '2.0', id: head?.id ?? null, error: { code, message } };
}
