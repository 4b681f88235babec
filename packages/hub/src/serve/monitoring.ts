/**
 * What a hub serves besides its endpoint: `/healthz`, `/readyz`, `/metrics`, and `/ticket` for browsers.
 *
 * The first two need no token and say nothing about the hub. Host and Origin were checked before.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

import { metricsText, metricsType, requestHead, type Metric } from '@acp-stack/http/server';

import type { Authenticator } from '../access/authenticator.ts';
import type { Principal } from '../access/principal.ts';
import type { Readiness } from './readiness.ts';

export interface MonitoringOptions {
  readonly readiness: () => Promise<Readiness>;
  readonly metrics: () => readonly Metric[];
  /** Who clients are; undefined if everyone may do everything. */
  readonly access: Pick<Authenticator, 'identify' | 'createTicket'> | undefined;
  /** Whether `/metrics` needs no token. */
  readonly publicMetrics: boolean;
  /** Counts a request; throws if the principal has made too many. */
  readonly countRequest: (principal: string) => void;
  /** Handles requests for other paths; they are not found by default. */
  readonly otherwise?: RequestListener | undefined;
}

interface Reply {
  readonly status: number;
  readonly text: string;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

type Handle = (request: IncomingMessage) => Promise<Reply>;

const plainText = 'text/plain; charset=utf-8';
const unauthorized: Reply = {
  status: 401,
  text: 'Credentials are required.\n',
  headers: { 'www-authenticate': 'Bearer' },
};

/** Handles requests for all paths but the endpoint. */
export function monitoring(options: MonitoringOptions): RequestListener {
  const routes = new Map<string, { readonly method: 'GET' | 'POST'; readonly handle: Handle }>([
    ['/healthz', { method: 'GET', handle: () => Promise.resolve({ status: 200, text: 'ok\n' }) }],
    ['/readyz', { method: 'GET', handle: () => readyReply(options) }],
    ['/metrics', { method: 'GET', handle: (request) => metricsReply(request, options) }],
    ['/ticket', { method: 'POST', handle: (request) => ticketReply(request, options) }],
  ]);
  return (request, response) => {
    const route = routes.get(request.url?.split('?', 1)[0] ?? '');
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    if (route === undefined) {
      if (options.otherwise !== undefined) options.otherwise(request, response);
      else send(request, response, { status: 404, text: 'Not found; the hub is at /acp.\n' });
    } else if (isPreflight(request)) send(request, response, preflight(route.method));
    else if (method !== route.method) {
      send(request, response, {
        status: 405,
        text: `Use ${route.method}.\n`,
        headers: { allow: route.method },
      });
    } else {
      route.handle(request).then(
        (reply) => {
          send(request, response, reply);
        },
        () => {
          // The reason is not for the client.
          send(request, response, { status: 500, text: 'The hub failed.\n' });
        },
      );
    }
  };
}

async function readyReply({ readiness }: MonitoringOptions): Promise<Reply> {
  const state = await readiness();
  return { status: state === 'ready' ? 200 : 503, text: `${state}\n` };
}

async function metricsReply(request: IncomingMessage, options: MonitoringOptions): Promise<Reply> {
  if (!options.publicMetrics && options.access !== undefined) {
    const principal = await options.access.identify(requestHead(request));
    if (principal === undefined) return unauthorized;
    if (isGuest(principal)) return { status: 403, text: 'Guests may not see this.\n' };
  }
  return { status: 200, text: metricsText(options.metrics()), type: metricsType };
}

async function ticketReply(request: IncomingMessage, { access, countRequest }: MonitoringOptions): Promise<Reply> {
  if (access === undefined) return { status: 404, text: 'This hub needs no tickets.\n' };
  const head = requestHead(request);
  const principal = await access.identify(head);
  if (principal === undefined) return unauthorized;
  try {
    countRequest(principal.name);
  } catch {
    return { status: 429, text: 'Too many requests in a short time.\n', headers: { 'retry-after': '1' } };
  }
  const ticket = await access.createTicket(head);
  if (ticket === undefined) return unauthorized;
  return { status: 200, text: `${JSON.stringify({ ticket })}\n`, type: 'application/json' };
}

const isGuest = ({ onlySession }: Principal): boolean => onlySession !== undefined;

const isPreflight = ({ method, headers }: IncomingMessage): boolean =>
  method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;

const preflight = (method: string): Reply => ({
  status: 204,
  text: '',
  headers: {
    'access-control-allow-methods': method,
    'access-control-allow-headers': 'authorization',
    'access-control-max-age': '600',
  },
});

function send(request: IncomingMessage, response: ServerResponse, { status, text, type, headers }: Reply): void {
  const { origin } = request.headers;
  response.writeHead(status, {
    'content-type': type ?? plainText,
    'cache-control': 'no-store',
    // The origin was allowed before this listener was called.
    ...(origin === undefined ? {} : { 'access-control-allow-origin': origin, vary: 'origin' }),
    ...headers,
  });
  response.end(request.method === 'HEAD' ? undefined : text);
}
