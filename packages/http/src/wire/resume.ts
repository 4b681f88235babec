/**
 * The resumption extension: how a client whose connection dropped goes on without loss, repetition or disorder.
 *
 * Over HTTP the client sends `acp-resume: 1` with `initialize`, and a server that can resume answers with the same header. Then
 * every event has an `id` (per stream, from 1); a GET with `Last-Event-ID: n` goes on after `n` and takes the place of an older
 * stream, and is answered 410 when the server has forgotten what comes next. POSTs carry `acp-sequence: k` (per connection,
 * from 1): they are handled in that order whatever order they arrive in, and a repeated one is answered again, not handled again.
 *
 * Two streams have no common order. So the answer to a request that loads a session, which comes behind what is replayed, goes to
 * the stream of that session for a client that asked to resume, and not to that of the connection.
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

/** The key in `_meta` of the params and of the result of `initialize`. */
export const resumeKey = 'acp-stack.dev/resume';

/** The request that takes the place of `initialize` on a new socket. */
export const resumeMethod = '_acp-stack.dev/resume';

/** The notification that tells how many messages were received. */
export const receivedMethod = '_acp-stack.dev/received';

/** The notification that tells that its sender sends nothing more, and still listens. */
export const endedMethod = '_acp-stack.dev/ended';

/** The value of `acp-resume` for the extension as it is described here. */
export const resumeVersion = '1';

/** What a server offers in the result of `initialize`. */
export interface ResumeOffer {
  /** Names the connection on a new socket; a secret. */
  readonly token: string;
  /** How many bytes of unacknowledged messages the server keeps. */
  readonly window: number;
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
  return typeof token === 'string' && typeof window === 'number' ? { token, window } : undefined;
}

/** Whether the params of `initialize` ask for the extension. */
export function asksForResume(request: unknown): boolean {
  const asked = field(field(field(request, 'params'), '_meta'), resumeKey);
  return typeof asked === 'object' && asked !== null;
}

/** Whether the answer to `initialize` begins a connection that can be resumed unasked: version 1 left that to extensions. */
export function resumesUnasked(answer: unknown): boolean {
  const version = field(field(answer, 'result'), 'protocolVersion');
  return typeof version === 'number' && version > 1;
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
}
