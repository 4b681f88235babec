/** How a peer is set up. */
import type { Clock } from './clock.ts';
import type { Handler } from './handler.ts';
import type { LaneKey } from './lanes.ts';
import type { Limits } from './limits.ts';
import type { IdRule } from './message.ts';
import type { Report } from './report.ts';

/** How a peer is set up. */
export interface PeerOptions {
  /** Finds the handler of a message; some methods are both requests and notifications. */
  readonly handlers: (method: string, kind: Handler['kind'], params: unknown) => Handler | undefined;
  /** Which lane a message belongs to; undefined when to none. */
  readonly lane?: (method: string, params: unknown) => LaneKey;
  readonly limits?: Partial<Limits>;
  readonly ids?: IdRule;
  /** Whether arrays of messages are processed or refused. */
  readonly batches?: 'process' | 'refuse';
  /** The notification that cancels a request. */
  readonly cancelMethod?: string;
  /** Hears what is nobody's answer. */
  readonly onReport?: Report;
  /** Carries what belongs to a request on to the calls made while handling it, for instance a trace. */
  readonly propagate?: (incomingParams: unknown, outgoingParams: unknown) => unknown;
  /** How long an answer waits for a handler that may itself wait for that answer. */
  readonly patience?: number;
  /** How long running handlers may take to finish once the other side has ended. */
  readonly drainTime?: number;
  readonly clock?: Clock;
}
