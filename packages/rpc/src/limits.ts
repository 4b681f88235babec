/** How much of anything there may be; every limit has a default and an error of its own. */

/** How much of anything there may be. */
export interface Limits {
  /** Bytes of one message, in both directions. */
  readonly messageBytes: number;
  /** How deep the values in a message may be nested. */
  readonly depth: number;
  /** Lines without a single message among them after which the other side is taken for something else; the channel ends then. */
  readonly noiseLines: number;
  /** Requests of the other side that may be handled at once; further ones are refused. */
  readonly incomingRequests: number;
  /** Our requests that may wait for an answer at once; further calls wait for their turn. */
  readonly outgoingRequests: number;
  /** Calls that may wait for their turn. */
  readonly waitingRequests: number;
  /** Bytes of notifications that arrived and are not handled yet; reading pauses above it. */
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
