/** How much of anything there may be on a remote connection; every limit has a default and an answer of its own. */

export interface HttpLimits {
  /** Bytes of the body of a POST (413). */
  readonly bodyBytes: number;
  /** Bytes of the headers of a request (431). */
  readonly headerBytes: number;
  /** Bytes of a WebSocket message (close 1009). */
  readonly frameBytes: number;
  /** How deep the values in a message may be nested (400). */
  readonly depth: number;
  /** Streams of events of one connection, open or waiting to be opened (429). */
  readonly streams: number;
  /** Connections of one principal (429). */
  readonly connections: number;
  /** Sockets that may be open at once, whoever opened them (503, or no handshake with TLS). */
  readonly sockets: number;
  /** Sockets that one address may have open, an IPv6 network of 64 bits counting as one (429, or no handshake with TLS). */
  readonly socketsPerAddress: number;
  /** Requests of a client that are not answered yet (429; over WebSocket an error in place of the answer). */
  readonly unfinishedRequests: number;
  /** POSTs of one principal in a second, as an average of ten seconds (429). */
  readonly postsPerSecond: number;
  /** Bytes of bodies of one principal that are being received, or wait for their turn (429). */
  readonly pendingBytes: number;
  /** Bytes of messages that one stream keeps for a client that comes back. */
  readonly windowBytes: number;
  /** Bytes of messages that all streams of a connection keep together. */
  readonly connectionWindowBytes: number;
  /** Bytes that may wait for one client that reads too slowly, besides its longest messages; its stream is cut above it. */
  readonly unsentBytes: number;
  /** Characters of a connection id, a session id or a request id (400). */
  readonly idLength: number;
  /** Milliseconds until the headers of a request, or the first bytes of a socket, have arrived. */
  readonly headersTimeout: number;
  /** Milliseconds without a byte until a body or a frame that has begun is given up. */
  readonly bodyTimeout: number;
  /** Milliseconds until an upgraded socket has sent `initialize`, and until `initialize` is answered. */
  readonly initializeTimeout: number;
  /** Milliseconds without a request and without an open stream until a connection is closed. */
  readonly idleTimeout: number;
  /** Milliseconds between the comments, or the pings, of a quiet stream. */
  readonly keepAliveInterval: number;
  /** Milliseconds until a ping must have been answered. */
  readonly pongTimeout: number;
  /**
   * Milliseconds after which a stream over HTTP/1.1 is ended, so that its client comes back for the rest; only where the client asked
   * to be able to. It is how a client is found out that is gone without a word: HTTP/1.1 has no pings.
   */
  readonly streamLifetime: number;
  /** Milliseconds that a sender is held up by a stream that nobody reads, and that a write over HTTP/1.1 may take where it is short. */
  readonly stallTimeout: number;
  /** Milliseconds that a dropped WebSocket connection waits for its client to come back. */
  readonly resumeTimeout: number;
}

const mebibyte = 1024 * 1024;

/** What holds where an option does not say otherwise. */
export const defaultHttpLimits: HttpLimits = {
  bodyBytes: 16 * mebibyte,
  headerBytes: 16 * 1024,
  frameBytes: 16 * mebibyte,
  depth: 1000,
  streams: 1024,
  connections: 64,
  sockets: 4096,
  socketsPerAddress: 1024,
  unfinishedRequests: 1000,
  postsPerSecond: 5000,
  pendingBytes: 128 * mebibyte,
  windowBytes: 8 * mebibyte,
  connectionWindowBytes: 64 * mebibyte,
  unsentBytes: 16 * mebibyte,
  idLength: 1024,
  headersTimeout: 10_000,
  bodyTimeout: 30_000,
  initializeTimeout: 30_000,
  idleTimeout: 300_000,
  keepAliveInterval: 15_000,
  pongTimeout: 20_000,
  streamLifetime: 120_000,
  stallTimeout: 60_000,
  resumeTimeout: 120_000,
};
