/**
 * Serves a page and the program that it talks to, on one port of this machine: the page at `/`, the program at `/acp`.
 *
 * For programs that are not a hub, which has tokens and tickets of its own.
 */
import { randomBytes } from 'node:crypto';
import type { RequestListener } from 'node:http';

import { serveHttp, type App, type HttpServing, type RequestHead } from '@acp-stack/http/server';
import type { PageName } from '@acp-stack/web';

import { bearerOf, PageAccess, pageAddress } from './page-access.ts';
import { pageRoutes } from './page-routes.ts';

export interface ServePageOptions {
  /** The page at `/`. */
  readonly page: PageName;
  /** What the page talks to. */
  readonly app: App;
  readonly port: number;
  /** The address of the hub behind the app, for the invitation links of the page. */
  readonly hub?: string;
  /** Further programs by their paths. */
  readonly apps?: Readonly<Record<string, App>>;
  /** Handles further paths; false if it is for something else. */
  readonly more?: (...args: Parameters<RequestListener>) => boolean;
}

/** A page that is being served. */
export interface ServedPage extends AsyncDisposable {
  /** The address of the endpoint. */
  readonly url: string;
  /** What pages and other local clients send. */
  readonly token: string;
  /** An address that opens the page, once. */
  createAddress(): string;
}

/** Milliseconds for which a ticket is valid. */
const ticketLifetime = 30_000;
const mostTickets = 1000;

/** Listens on a loopback address; resolves when it does. */
export async function servePage({ page, app, port, hub, apps, more }: ServePageOptions): Promise<ServedPage> {
  const access = new PageAccess();
  const tickets = new Map<string, number>();
  const routes = pageRoutes(page, access, hub);
  const isUser = (authorization: string | undefined): boolean => {
    const token = bearerOf(authorization);
    return token !== undefined && access.accepts(token);
  };
  const createTicket: RequestListener = (request, response) => {
    if (request.method !== 'POST' || !isUser(request.headers.authorization)) {
      response.writeHead(request.method === 'POST' ? 401 : 405, { 'cache-control': 'no-store' }).end();
      return;
    }
    const ticket = randomBytes(32).toString('base64url');
    const [oldest] = tickets.keys();
    if (tickets.size >= mostTickets && oldest !== undefined) tickets.delete(oldest);
    tickets.set(ticket, Date.now() + ticketLifetime);
    response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' });
    response.end(JSON.stringify({ ticket }));
  };
  const useTicket = ({ url, method }: RequestHead): boolean => {
    const [, query = ''] = url.split('?', 2);
    const ticket = new URLSearchParams(query).get('ticket') ?? '';
    const expires = method === 'GET' ? tickets.get(ticket) : undefined;
    return expires !== undefined && tickets.delete(ticket) && expires > Date.now();
  };
  const serving: HttpServing = await serveHttp(app, {
    port,
    ...(apps === undefined ? {} : { apps }),
    authenticate: (head) => (isUser(head.header('authorization')) || useTicket(head) ? 'local' : undefined),
    otherwise: (request, response) => {
      if (request.url === '/ticket') createTicket(request, response);
      else if (more?.(request, response) !== true) routes(request, response);
    },
  });
  return {
    url: serving.url,
    token: access.token,
    createAddress: () => pageAddress(serving.url, access),
    [Symbol.asyncDispose]: () => serving.close(),
  };
}
