/**
 * The limits of a server for remote connections. Each has a default; exceeding it has a status or close code of its
 * own.
 */

export interface HttpLimits {
  /** Bytes of the body of a POST (413). */
  readonly bodyBytes: number;
  /** Bytes of the headers of a request (431). */
  readonly headerBytes: number;
  /** Bytes of a WebSocket message (close 1009). */
  readonly frameBytes: number;
  /** How deep the values in a message may be nested (400). */
  readonly depth: number;
  /** Event streams of one connection, open or waiting to be opened (429). */
  readonly streams: number;
  /** Connections of one principal (429). */
  readonly connections: number;
  /** Sockets that may be open at once, of all clients (503; with TLS the handshake is refused). */
  readonly sockets: number;
  /**
   * Sockets that one address may have open; an IPv6 network of 64 bits counts as one address (429; with TLS the
   * handshake is refused).
   */
  readonly socketsPerAddress: number;
  /** Requests of a client without a response (429; over WebSocket an error response). */
  readonly unfinishedRequests: number;
  /** POSTs per second of one principal, averaged over ten seconds (429). */
  readonly postsPerSecond: number;
  /** Bytes of request bodies of one principal that are being received or wait to be handled (429). */
  readonly pendingBytes: number;
  /** Bytes of messages that one stream keeps for a client that resumes. */
  readonly windowBytes: number;
  /** Bytes of messages that all streams of a connection keep together. */
  readonly connectionWindowBytes: number;
  /** Bytes that may wait for a slow client, besides its longest messages; above it the stream is cut. */
  readonly unsentBytes: number;
  /** Characters of a connection id, a session id or a request id (400). */
  readonly idLength: number;
  /** Milliseconds within which the headers of a request, or the first bytes of a socket, must arrive. */
  readonly headersTimeout: number;
  /** Milliseconds without a byte after which a body or a frame is given up. */
  readonly bodyTimeout: number;
  /** Milliseconds within which an upgraded socket must send `initialize`, and the agent must respond to it. */
  readonly initializeTimeout: number;
  /** Milliseconds without a request and without an open stream after which a connection is closed. */
  readonly idleTimeout: number;
  /** Milliseconds between the comments or pings on a silent stream. */
  readonly keepAliveInterval: number;
  /** Milliseconds within which a ping must be answered. */
  readonly pongTimeout: number;
  /**
   * Milliseconds after which a stream over HTTP/1.1 is ended, so that the client comes back for the rest; only if it
   * asked for resumption. HTTP/1.1 has no pings, so this is how a dead client is noticed.
   */
  readonly streamLifetime: number;
  /**
   * Milliseconds that a reader may accept no data, not even a pong, before its stream is cut, and that a stream without
   * a reader may block its sender. A long write over HTTP/1.1 may take longer.
   */
  readonly stallTimeout: number;
  /** Milliseconds that a dropped WebSocket connection waits for its client to resume. */
  readonly resumeTimeout: number;
}

const mebibyte = 1024 * 1024;

/** The limits that apply unless an option changes them. */
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
