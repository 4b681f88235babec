/**
 * The resumption extension: how a client whose connection dropped goes on without loss, repetition or disorder.
 *
 * Over HTTP the client sends `acp-resume: 1` with `initialize`, and a server that can resume answers with the same header. Then
 * every event has an `id` (per stream, from 1); a GET with `Last-Event-ID: n` goes on after `n` and takes the place of an older
 * stream, and is answered 410 when the server has forgotten what comes next. POSTs carry `acp-sequence: k` (per connection,
 * from 1): they are handled in that order whatever order they arrive in, and a repeated one is answered again, not handled again.
 * For one that was refused the client posts `skippedMethod` under the same number, in case that the server has never seen it.
 *
 * Two streams have no common order, but the answer to `session/load` comes behind what is replayed. So for a client that asked to
 * resume, the stream of the session tells with `answeredMethod` that the answer to a request about it is on its way on the stream of
 * the connection; the client keeps the answer back until it has read that far.
 *
 * A server that has ended its side answers a GET with 204 once the stream has nothing more to give: its client need not come back.
 *
 * Over WebSocket the client puts `resumeKey: {}` into the `_meta` of its initialize params, and a server that can resume answers
 * with a `ResumeOffer` in the `_meta` of the result. Both sides count the messages of the client after its initialize request and
 * those of the server after its answer to it, this extension's own left out. On a new socket the client's first message may be
 * the request `resumeMethod` instead of `initialize`; its answer tells what the server received, and then both sides send again
 * what the other has not received. Both sides tell with `receivedMethod` what they have received, so that the other can forget it.
 * A close frame ends both directions, so a side that only has nothing more to say tells so with `endedMethod`.
 */
import type { RequestId } from '@acp-stack/rpc';

/** The key in `_meta` of the params and of the result of `initialize`. */
export const resumeKey = 'acp-stack.dev/resume';

/** The request that takes the place of `initialize` on a new socket. */
export const resumeMethod = '_acp-stack.dev/resume';

/** The notification that tells how many messages were received. */
export const receivedMethod = '_acp-stack.dev/received';

/** The notification that tells that its sender sends nothing more, and still listens. */
export const endedMethod = '_acp-stack.dev/ended';

/** The notification that tells, on the stream of a session, that everything before the answer on the connection's stream was said. */
export const answeredMethod = '_acp-stack.dev/answered';

/** The notification that takes the place of a POST that was refused, under its number: what refused it may not have been the server. */
const skippedMethod = '_acp-stack.dev/skipped';

/**
 * The notification by which a client’s own channel tells its program that a session lost its stream; on the wire only an agent
 * that several clients share tells so, to who had a session that another took over.
 */
const lostMethod = '_acp-stack.dev/session_lost';

/** The value of `acp-resume` for the extension as it is described here. */
export const resumeVersion = '1';

/** What a server offers in the result of `initialize`. */
export interface ResumeOffer {
  /** Names the connection on a new socket; a secret. */
  readonly token: string;
  /** How many bytes of unacknowledged messages the server keeps. */
  readonly window: number;
  /** How many bytes a message of the client may have: a longer one would end the socket. Undefined when the server does not say. */
  readonly messageBytes?: number | undefined;
}

/** The params of `resumeMethod`. */
export interface ResumeParams {
  readonly token: string;
  /** How many messages the client has received. */
  readonly received: number;
}

/** The result of `resumeMethod`. */
export interface ResumeResult {
  /** How many messages the server has received. */
  readonly received: number;
}

/** The params of `receivedMethod`. */
export interface ReceivedParams {
  readonly count: number;
}

/** The params of `answeredMethod`. */
interface AnsweredParams {
  /** The id of the request that is answered. */
  readonly id: RequestId;
}

/** The text of the notification `answeredMethod` about the request `id`. */
export function answeredNote(id: RequestId): string {
  return JSON.stringify({ jsonrpc: '2.0', method: answeredMethod, params: { id } satisfies AnsweredParams });
}

/** The text of the notification `skippedMethod`. */
export const skippedNote: string = JSON.stringify({ jsonrpc: '2.0', method: skippedMethod });

/** The text of the notification `lostMethod`: work that goes on behind an answered request has nobody else who could tell. */
export function lostNote(sessionId: string, message: string): string {
  const params = { sessionId, message, reason: historyLost.reason };
  return JSON.stringify({ jsonrpc: '2.0', method: lostMethod, params });
}

/** Whether `message` is the notification `skippedMethod`. */
export const isSkipped = (message: unknown): boolean => field(message, 'method') === skippedMethod;

/** The error of a resumption that is not possible: what is missing is gone, or the connection is. */
export const historyLost: { readonly code: number; readonly reason: string } = {
  code: -32_002,
  reason: 'history_lost',
};

/** When a side tells what it has received, at the latest. */
export const acknowledgeAfter = { bytes: 65_536, messages: 100 } as const;

/** The offer in the result of `initialize`, where there is one. */
export function resumeOffer(answer: unknown): ResumeOffer | undefined {
  const offer = field(field(field(answer, 'result'), '_meta'), resumeKey);
  const token = field(offer, 'token');
  const window = field(offer, 'window');
  if (typeof token !== 'string' || typeof window !== 'number') return undefined;
  const messageBytes = field(offer, 'messageBytes');
  return { token, window, messageBytes: typeof messageBytes === 'number' ? messageBytes : undefined };
}

/** Whether the params of `initialize` ask for the extension. */
export function asksForResume(request: unknown): boolean {
  const asked = field(field(field(request, 'params'), '_meta'), resumeKey);
  return typeof asked === 'object' && asked !== null;
}

/** Whether streams that can be resumed belong to a version of the protocol, or are an extension that both sides ask for. */
const resumption: ReadonlyMap<unknown, 'protocol' | 'extension'> = new Map([
  [1, 'extension'],
  [2, 'protocol'],
]);

/** Whether the answer to `initialize` begins a connection whose streams can be resumed although nobody asked for it. */
export function resumesUnasked(answer: unknown): boolean {
  return resumption.get(field(field(answer, 'result'), 'protocolVersion')) === 'protocol';
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
}
