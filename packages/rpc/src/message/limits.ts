/** How much of anything there may be; every limit has a default and an error of its own. */

/** How much of anything there may be. An error that is caused by a limit names it: `error.limit`. */
export interface Limits {
  /** Bytes of one message, in both directions. */
  readonly messageBytes: number;
  /** How deep the values in a message may be nested. */
  readonly depth: number;
  /** Lines in a row that are not messages; then the other side does not speak the protocol, and the channel ends. */
  readonly noiseLines: number;
  /**
   * Requests of the other side that are handled at once; further ones are refused, with the name of this limit as data.
   */
  readonly incomingRequests: number;
  /**
   * Our requests that wait for a response at once; further calls are queued, except those made while a handler runs.
   */
  readonly outgoingRequests: number;
  /** Calls that are queued, or go over `outgoingRequests` because a handler runs; further ones fail. */
  readonly waitingRequests: number;
  /**
   * Bytes of messages that arrived and are not handled yet; reading pauses above it. While a handler may wait for a
   * response, reading goes on up to twice as many; then the calls that were made since that handler began fail.
   */
  readonly unhandledBytes: number;
  /** Bytes that may wait to be sent, whether or not the senders await; sending fails above it. */
  readonly unsentBytes: number;
}

/** The limits of a peer that is not given others. */
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
