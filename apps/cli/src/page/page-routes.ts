/**
 * The paths of a page: its files, and `POST /page/token`, where it exchanges the secret of its address for a token.
 *
 * Host and Origin were checked before.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

import { pageListener, type PageName } from '@acp-stack/web';

import { bearerOf, type PageAccess } from './page-access.ts';

/** Handles every path but those of the endpoint; `hub` is the address of the hub, if it is not this program. */
export function pageRoutes(page: PageName, access: PageAccess, hub?: string): RequestListener {
  const files = pageListener({ page });
  return (request, response) => {
    if (request.url === '/page/token') exchange(request, response, { access, hub });
    else if (!files(request, response)) send(response, 404, 'Not found; the page is at /.\n');
  };
}

function exchange(
  request: IncomingMessage,
  response: ServerResponse,
  { access, hub }: { readonly access: PageAccess; readonly hub: string | undefined },
): void {
  if (request.method !== 'POST') {
    send(response, 405, 'Use POST.\n', { allow: 'POST' });
    return;
  }
  const secret = bearerOf(request.headers.authorization);
  const token = secret === undefined ? undefined : access.exchange(secret);
  if (token === undefined) send(response, 401, 'This address was used before, or is of an earlier start.\n');
  else send(response, 200, JSON.stringify({ token, hub }), { 'content-type': 'application/json' });
}

function send(
  response: ServerResponse,
  status: number,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, {
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...headers,
  });
  response.end(text);
}
