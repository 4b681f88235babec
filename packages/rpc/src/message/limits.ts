/** How much of anything there may be; every limit has a default and an error of its own. */

/** How much of anything there may be. An error that comes of a limit names it: `error.limit`. */
export interface Limits {
  /** Bytes of one message, in both directions. */
  readonly messageBytes: number;
  /** How deep the values in a message may be nested. */
  readonly depth: number;
  /** Lines without a single message among them after which the other side is taken for something else; the channel ends then. */
  readonly noiseLines: number;
  /** Requests of the other side that may be handled at once; further ones are refused, with the name of this limit as data. */
  readonly incomingRequests: number;
  /**
   * Our requests that may wait for an answer at once; further calls wait for their turn. When none comes and handlers run, which may be
   * what everybody waits for, a few go over it.
   */
  readonly outgoingRequests: number;
  /** Calls that may wait for their turn, or have none to wait for because a handler makes them; further ones fail. */
  readonly waitingRequests: number;
  /**
   * Bytes of notifications that arrived and are not handled yet; reading pauses above it. When nothing moves and a handler may wait for an
   * answer that is not read, reading goes on up to twice as many; then the calls it may wait for fail.
   */
  readonly unhandledBytes: number;
  /** Bytes that may wait to be sent, whether or not the senders await; sending fails above it. */
  readonly unsentBytes: number;
}

/** The limits where nothing else is said. */
export const defaultLimits: Limits = {
  messageBytes: 64 * 1024 * 1024,
  depth: 1000,
  noiseLines: 1000,
  incomingRequests: 1000,
  outgoingRequests: 1000,
  waitingRequests: 100_000,
  unhandledBytes: 16 * 1024 * 1024,
  unsentBytes: 64 * 1024 * 1024,
};

/** Whether `value` is nested deeper than `limit`; visits values, not text, and stops early. */
export function isDeeperThan(value: unknown, limit: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (limit === 0) return true;
  for (const each of Array.isArray(value) ? (value as unknown[]) : Object.values(value)) {
    if (typeof each === 'object' && isDeeperThan(each, limit - 1)) return true;
  }
  return false;
}
