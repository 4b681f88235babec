/**
 * How the messages of one connection are converted.
 *
 * A set of rules is for two sides that speak different versions; `C` are the methods of the client's version, `A` those of the agent's. A
 * method without a rule that both versions have crosses as it is.
 */
import type { Exchange } from './exchange.ts';
import type { Notifications, Of, Requests } from '../protocol/methods.ts';
import type { PlainTextChunk } from './plain-text-chunk.ts';

/** A notification that is to cross. */
export interface IncomingNotification {
  /** Sends it on as it came. */
  pass(): void;
}

type RequestRules<From, R extends 'client' | 'agent', To> = {
  readonly [K in Requests<From, R>]?: (
    params: Of<From, K, 'receivedParams'>,
    exchange: Exchange<Of<From, K, 'result'>, To>,
  ) => void;
};

type NotificationRules<From, R extends 'client' | 'agent'> = {
  readonly [K in Notifications<From, R>]?: (
    params: Of<From, K, 'receivedParams'>,
    incoming: IncomingNotification,
  ) => void;
};

export interface Rules<C, A> {
  /** What the client asks. */
  readonly clientRequests: RequestRules<C, 'client', A>;
  /** What the client tells. */
  readonly clientNotifications: NotificationRules<C, 'client'>;
  /** What the agent asks. */
  readonly agentRequests: RequestRules<A, 'agent', C>;
  /** What the agent tells. */
  readonly agentNotifications: NotificationRules<A, 'agent'>;
  /**
   * Records a text chunk of the agent. Returns the params to deliver, the very same if nothing changes; undefined if the chunk has to take the
   * usual way, in which case nothing was recorded.
   */
  readonly recordTextChunk: (chunk: PlainTextChunk) => PlainTextChunk | undefined;
  /** Runs before any message of a session crosses that is not its update: what was held back to be joined goes first. */
  readonly flush: () => void;
  /** The connection is about to end: all that was held back goes now. */
  readonly finish: () => void;
  /** How many sessions are remembered. */
  readonly sessionCount: () => number;
  /** The connection has ended: nothing is to be scheduled any more. */
  readonly stop: () => void;
}
