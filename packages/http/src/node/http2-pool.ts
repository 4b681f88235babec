/**
 * The HTTP/2 connections that the channels of a program share.
 *
 * A connection takes more memory than everything else of an idle channel, and can carry many channels. A channel stays
 * on its connection until the server takes no more requests there.
 */
import { Http2Connection, type Http2ConnectionOptions } from './http2-connection.ts';

/**
 * Above this many requests on a connection, new channels get another; an idle channel has one request, and one for each
 * session.
 */
const roomy = 64;

export class Http2Pool {
  readonly #tls: Http2ConnectionOptions['tls'];
  readonly #pool = new Map<string, Set<Http2Connection>>();

  constructor(tls: Http2ConnectionOptions['tls']) {
    this.#tls = tls;
  }

  /** Returns a connection to `origin`, possibly one that is not established yet. */
  to(origin: string): Http2Connection {
    const known = this.#pool.get(origin) ?? new Set();
    for (const connection of known)
      if (!connection.isClosed && connection.load < roomy && connection.hasRoom) return connection;
    const connection = new Http2Connection(origin, {
      tls: this.#tls,
      onClosed: () => {
        this.forget(origin, connection);
      },
    });
    this.#pool.set(origin, known.add(connection));
    return connection;
  }

  /** Whether `connection` can be used for a new request. */
  has(origin: string, connection: Http2Connection): boolean {
    return connection.hasRoom && this.#pool.get(origin)?.has(connection) === true;
  }

  /** Removes `connection` from the pool. */
  forget(origin: string, connection: Http2Connection): void {
    const known = this.#pool.get(origin);
    known?.delete(connection);
    if (known?.size === 0) this.#pool.delete(origin);
  }
}
