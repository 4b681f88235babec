/** How a peer is set up. */
import type { Clock } from '../platform/clock.ts';
import type { Handler } from '../receive/handler.ts';
import type { OrderKey } from '../order/ordered-queues.ts';
import type { Limits } from '../message/limits.ts';
import type { IdRule } from '../message/message.ts';
import type { Report } from '../observe/peer-report.ts';

/** How a peer is set up. */
export interface PeerOptions {
  /** Finds the handler of a message; some methods are both requests and notifications. */
  readonly handlers: (method: string, kind: Handler['kind'], params: unknown) => Handler | undefined;
  /** Which lane a message belongs to; undefined when to none. */
  readonly orderKey?: (method: string, params: unknown) => OrderKey;
  /** Those that are to differ from `defaultLimits`. */
  readonly limits?: Partial<Limits> | undefined;
  /** Which ids requests of the other side may have; `string-or-integer` when absent. */
  readonly ids?: IdRule;
  /** Whether arrays of messages are processed or refused. */
  readonly batches?: 'process' | 'refuse' | undefined;
  /** The notification that cancels a request. */
  readonly cancelMethod?: string;
  /** Hears what is nobody's answer. */
  readonly onReport?: Report;
  /** Carries what belongs to a request on to the calls made while handling it, for instance a trace. */
  readonly propagate?: (incomingParams: unknown, outgoingParams: unknown) => unknown;
  /**
   * Milliseconds that something waits for a handler which may itself wait for it: an answer, a request in its lane, a call without a turn,
   * reading that has paused. 250 unless said otherwise; where it is only guessed that a handler waits, 256 times as long.
   */
  readonly patience?: number | undefined;
  /** How long running handlers may take to finish once the other side has ended. */
  readonly drainTime?: number | undefined;
  /** Measures every time limit; that of the system when absent. */
  readonly clock?: Clock | undefined;
}
