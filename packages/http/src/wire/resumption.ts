/**
 * The resumption extension: how a client continues after its connection dropped, without lost, repeated or reordered
 * messages.
 *
 * Over HTTP the client sends `acp-resume: 1` with `initialize`, and a server that can resume sends the same header
 * back. Then every event has an `id` (per stream, from 1). A GET with `Last-Event-ID: n` continues after `n` and
 * replaces an older stream; the status is 410 if the next events are gone. POSTs carry `acp-sequence: k` (per
 * connection, from 1): they are handled in that order, whatever order they arrive in, and a repeated one is answered
 * again but not handled again. For a refused POST the client posts `skippedMethod` with the same number, in case the
 * server never saw it.
 *
 * Two streams have no common order, but the response to `session/load` comes after the replayed messages. So for a
 * client that asked for resumption, `answeredMethod` marks on the session's stream the place of a response that goes to
 * the connection's stream; the client holds the response back until it has read the mark.
 *
 * A server that has ended its side responds to a GET with 204 once the stream is complete: the client need not come
 * back.
 *
 * Over WebSocket the client puts `resumeKey: {}` into `_meta` of the initialize params, and a server that can resume
 * puts a `ResumeOffer` into `_meta` of the result. Both sides count the client's messages after its initialize request
 * and the server's after the response, except those of this extension. On a new socket the client's first message may
 * be the request `resumeMethod` instead of `initialize`; the response says what the server received, and then both
 * sides send again what the other has not received. With `receivedMethod` both sides acknowledge what they have
 * received, so that the other can drop it. A close frame ends both directions, so a side that ends only its own sends
 * `endedMethod`.
 */
import type { RequestId } from '@acp-stack/rpc';

/** The key in `_meta` of the params and of the result of `initialize`. */
export const resumeKey = 'acp-stack.dev/resume';

/** The request that replaces `initialize` on a new socket. */
export const resumeMethod = '_acp-stack.dev/resume';

/** The notification that acknowledges received messages. */
export const receivedMethod = '_acp-stack.dev/received';

/** The notification that its sender has ended its side, and still receives. */
export const endedMethod = '_acp-stack.dev/ended';

/** The notification that marks, on a session's stream, the place of a response on the connection's stream. */
export const answeredMethod = '_acp-stack.dev/answered';

/**
 * The notification that replaces a refused POST under its number, because a proxy may have refused it before the server
 * saw it.
 */
const skippedMethod = '_acp-stack.dev/skipped';

/**
 * The notification that a session lost its stream. The client's own channel sends it to its program; on the wire only
 * an agent with several clients sends it, to a client whose session another one took over.
 */
const lostMethod = '_acp-stack.dev/session_lost';

/** The value of `acp-resume` for the extension described here. */
export const resumeVersion = '1';

/** The server's offer in the result of `initialize`. */
export interface ResumeOffer {
  /** Identifies the connection on a new socket; secret. */
  readonly token: string;
  /** How many bytes of unacknowledged messages the server keeps. */
  readonly window: number;
  /**
   * The limit for one message of the client, in bytes; a longer one would end the socket. Undefined if the server does
   * not say.
   */
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
  /** The id of the request. */
  readonly id: RequestId;
}

/** Returns the notification `answeredMethod` for the request `id`, as text. */
export function answeredNote(id: RequestId): string {
  return JSON.stringify({ jsonrpc: '2.0', method: answeredMethod, params: { id } satisfies AnsweredParams });
}

/** The notification `skippedMethod`, as text. */
export const skippedNote: string = JSON.stringify({ jsonrpc: '2.0', method: skippedMethod });

/**
 * Returns the notification `lostMethod`, as text: no response tells the program about work that goes on after a request
 * has its response.
 */
export function lostNote(sessionId: string, message: string): string {
  const params = { sessionId, message, reason: historyLost.reason };
  return JSON.stringify({ jsonrpc: '2.0', method: lostMethod, params });
}

/** Whether `message` is the notification `skippedMethod`. */
export const isSkipped = (message: unknown): boolean => field(message, 'method') === skippedMethod;

/** The error for a resumption that is not possible, because the missed messages or the connection are gone. */
export const historyLost: { readonly code: number; readonly reason: string } = {
  code: -32_002,
  reason: 'history_lost',
};

/** An acknowledgement is sent after this many bytes or messages, at the latest. */
export const acknowledgeAfter = { bytes: 65_536, messages: 100 } as const;

/** Returns the offer in the response to `initialize`, if there is one. */
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
  const offer = field(field(field(request, 'params'), '_meta'), resumeKey);
  return typeof offer === 'object' && offer !== null;
}

/** Whether resumption is part of a protocol version, or an extension that both sides have to ask for. */
const resumption: ReadonlyMap<unknown, 'protocol' | 'extension'> = new Map([
  [1, 'extension'],
  [2, 'protocol'],
]);

/**
 * Whether streams can be resumed by the protocol version in the response to `initialize`, even if the client did not
 * ask.
 */
export function resumesUnasked(answer: unknown): boolean {
  return resumption.get(field(field(answer, 'result'), 'protocolVersion')) === 'protocol';
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
}
