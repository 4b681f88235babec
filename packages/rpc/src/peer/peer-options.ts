/** How a peer is set up. */
import type { Limits } from '../message/limits.ts';
import type { Clock } from '../platform/clock.ts';
import type { MessageRules } from '../receive/dispatcher.ts';
import type { HandlerRules } from '../receive/handler-runner.ts';

/** How a peer is set up. */
export interface PeerOptions extends HandlerRules, MessageRules {
  /** The limits that differ from `defaultLimits`. */
  readonly limits?: Partial<Limits> | undefined;
  /**
   * Adds to the params of a call that is made while handling a message, for instance the trace that the message
   * carries.
   */
  readonly propagate?: (incomingParams: unknown, outgoingParams: unknown) => unknown;
  /** Milliseconds that running handlers may take to finish once the other side has ended; 5,000 when absent. */
  readonly drainTime?: number | undefined;
  /** Measures every time limit; the clock of the system when absent. */
  readonly clock?: Clock | undefined;
}
