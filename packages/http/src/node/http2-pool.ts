/**
 * The ways to servers that the channels of a program share.
 *
 * A connection costs more memory than everything else that a quiet channel keeps, and can carry many of them. A channel stays with
 * the connection that it has found, so a new one goes where there is room, and leaves it only when the server takes no more requests there.
 */
import { Http2Connection, type Http2ConnectionOptions } from './http2-connection.ts';

/** Requests on one connection from which on newcomers get another; a quiet channel has one for itself and one for each session. */
const roomy = 64;

export class Http2Pool {
  readonly #tls: Http2ConnectionOptions['tls'];
  readonly #pool = new Map<string, Set<Http2Connection>>();

  constructor(tls: Http2ConnectionOptions['tls']) {
    this.#tls = tls;
  }

  /** A way to `origin`, which may have to be found yet. */
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

  /** Whether `route` can be used for a new request. */
  has(origin: string, connection: Http2Connection): boolean {
    return connection.hasRoom && this.#pool.get(origin)?.has(connection) === true;
  }

  /** Gives `route` to nobody any more. */
  forget(origin: string, connection: Http2Connection): void {
    const known = this.#pool.get(origin);
    known?.delete(connection);
    if (known?.size === 0) this.#pool.delete(origin);
  }
}
