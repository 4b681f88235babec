/**
 * How the messages of one connection are converted.
 *
 * Rules are for two sides that speak different versions; `C` are the methods of the client's version, `A` those of the
 * agent's version. A method of both versions without a rule is passed on unchanged.
 */
import type { Exchange } from './exchange.ts';
import type { Notifications, FieldOf, Requests } from '../protocol/methods.ts';
import type { PlainTextChunk } from './plain-text-chunk.ts';

/** A notification that is being converted. */
export interface IncomingNotification {
  /** Passes it on unchanged. */
  pass(): void;
}

type RequestRules<From, R extends 'client' | 'agent', To> = {
  readonly [K in Requests<From, R>]?: (
    params: FieldOf<From, K, 'receivedParams'>,
    exchange: Exchange<FieldOf<From, K, 'result'>, To>,
  ) => void;
};

type NotificationRules<From, R extends 'client' | 'agent'> = {
  readonly [K in Notifications<From, R>]?: (
    params: FieldOf<From, K, 'receivedParams'>,
    incoming: IncomingNotification,
  ) => void;
};

export interface Rules<C, A> {
  /** Requests of the client. */
  readonly clientRequests: RequestRules<C, 'client', A>;
  /** Requests of the client that no method table has, by their names. */
  readonly clientExtensions?: Readonly<Record<string, (params: unknown, exchange: Exchange<object, A>) => void>>;
  /** Notifications of the client. */
  readonly clientNotifications: NotificationRules<C, 'client'>;
  /** Requests of the agent. */
  readonly agentRequests: RequestRules<A, 'agent', C>;
  /** Notifications of the agent. */
  readonly agentNotifications: NotificationRules<A, 'agent'>;
  /**
   * Records a text chunk of the agent. Returns the params to pass on, the very same if nothing changes. Returns
   * undefined if the chunk has to be translated like every other message; nothing was recorded then.
   */
  readonly recordTextChunk: (chunk: PlainTextChunk) => PlainTextChunk | undefined;
  /** Called before any message other than an update: what was held back to be joined is sent first. */
  readonly flush: () => void;
  /** Called before the connection ends: everything that was held back is sent. */
  readonly finish: () => void;
  /** How many sessions are remembered. */
  readonly sessionCount: () => number;
  /** Called when the connection has ended: no timer may remain. */
  readonly stop: () => void;
}
