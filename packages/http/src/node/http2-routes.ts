/**
 * The ways to servers that the channels of a program share.
 *
 * A connection costs more memory than everything else that a quiet channel keeps, and can carry many of them. A channel stays with
 * the connection that it has found, so a new one goes where there is room, and leaves it only when the server takes no more requests there.
 */
import { Http2Route, type Http2RouteOptions } from './http2-route.ts';

/** Requests on one connection from which on newcomers get another; a quiet channel has one for itself and one for each session. */
const roomy = 64;

export class Http2Routes {
  readonly #tls: Http2RouteOptions['tls'];
  readonly #routes = new Map<string, Set<Http2Route>>();

  constructor(tls: Http2RouteOptions['tls']) {
    this.#tls = tls;
  }

  /** A way to `origin`, which may have to be found yet. */
  to(origin: string): Http2Route {
    const known = this.#routes.get(origin) ?? new Set();
    for (const route of known) if (!route.isClosed && route.load < roomy && route.hasRoom) return route;
    const route = new Http2Route(origin, {
      tls: this.#tls,
      onClosed: () => {
        this.forget(origin, route);
      },
    });
    this.#routes.set(origin, known.add(route));
    return route;
  }

  /** Whether `route` can be used for a new request. */
  has(origin: string, route: Http2Route): boolean {
    return route.hasRoom && this.#routes.get(origin)?.has(route) === true;
  }

  /** Gives `route` to nobody any more. */
  forget(origin: string, route: Http2Route): void {
    const known = this.#routes.get(origin);
    known?.delete(route);
    if (known?.size === 0) this.#routes.delete(origin);
  }
}
