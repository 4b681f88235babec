/** Serves a hub over HTTP and WebSocket: its endpoint, health, readiness and metrics. */
import type { RequestListener } from 'node:http';

import { isLoopback } from '@acp-stack/http/node';
import {
  httpMetrics,
  serveHttp,
  type App,
  type CloseOptions,
  type HttpServing,
  type ServeOptions,
} from '@acp-stack/http/server';
import { systemClock, type Clock } from '@acp-stack/rpc';

import type { Authenticator } from '../access/authenticator.ts';
import type { Quotas } from '../access/quotas.ts';
import type { HubCounters } from '../observe/counters.ts';
import { silentLog, type HubLog } from '../observe/hub-log.ts';
import { EndedAccess } from './ended-access.ts';
import { hubMetrics, type HubGauges } from './hub-metrics.ts';
import { monitoring } from './monitoring.ts';
import { readiness } from './readiness.ts';

/** What is served of a hub. */
export interface ServedHub {
  /** The program that clients talk to. */
  readonly app: App & {
    /** Ends the connections of a principal. */
    disconnect?(principal: string): void;
  };
  /** Finds out who clients are. */
  readonly access: Pick<Authenticator, 'authenticate' | 'identify' | 'createTicket' | 'isValid'>;
  /** What the hub counts. */
  readonly counters: HubCounters;
  /** Counts the requests of principals. */
  readonly quotas?: Pick<Quotas, 'request'>;
  /** Asks the store anything; rejects if it fails. */
  readonly ping: () => Promise<unknown>;
  /** Whether the node is going to stop, and takes no new sessions. */
  readonly isDraining: () => boolean;
  /** What the hub is doing. */
  readonly gauges: () => HubGauges;
  /** Takes what happens; nothing is logged by default. */
  readonly log?: HubLog;
  /** Measures every timeout; the system clock by default. */
  readonly clock?: Clock;
}

/** Where a hub is served, and how. */
export interface ServeHubOptions extends Pick<
  ServeOptions,
  'port' | 'host' | 'tls' | 'path' | 'apps' | 'allowedHosts' | 'allowedOrigins' | 'limits' | 'createWindow'
> {
  /** Whether `/metrics` needs no token. */
  readonly publicMetrics?: boolean;
  /** Handles requests for paths that the hub does not know, such as those of a page; Host and Origin were checked. */
  readonly otherwise?: RequestListener;
  /** Whether clients need no credentials: each is then the operator `local`. Only on a loopback address. */
  readonly withoutCredentials?: boolean;
}

/** A hub that is being served. */
export interface HubServing extends AsyncDisposable {
  /** The address for clients. */
  readonly url: string;
  /** The counters of the server. */
  counters(): ReturnType<HttpServing['counters']>;
  /** A principal has lost one of its credentials: its clients come back with others, or not at all. */
  revoked(principal: string): void;
  /** Refuses new connections, waits up to `drain` for requests in progress, and stops listening. */
  close(options?: CloseOptions): Promise<void>;
}

/** Serves a hub; resolves when it listens. */
export async function serveHub(hub: ServedHub, options: ServeHubOptions = {}): Promise<HubServing> {
  const { access, counters, quotas, ping, gauges, log = silentLog, clock = systemClock } = hub;
  const { publicMetrics = false, withoutCredentials = false, otherwise, ...server } = options;
  if (withoutCredentials && server.host !== undefined && !isLoopback(server.host)) {
    throw new Error('A hub that other machines can reach must authenticate its clients; give it tokens.');
  }
  let isClosing = false;
  const endedAccess = new EndedAccess({
    isValid: (name) => access.isValid(name),
    disconnect: (name) => {
      serving.disconnect(name);
    },
    end: (name) => {
      hub.app.disconnect?.(name);
    },
    clock,
    log,
  });
  const serving: HttpServing = await serveHttp(endedAccess.watch(hub.app), {
    ...server,
    clock,
    ...(withoutCredentials ? {} : { authenticate: access.authenticate }),
    otherwise: monitoring({
      access: withoutCredentials ? undefined : access,
      publicMetrics,
      readiness: readiness({ ping, clock, isDraining: () => isClosing || hub.isDraining() }),
      metrics: () => [...httpMetrics(serving.counters()), ...hubMetrics(counters, gauges())],
      countRequest: (principal) => quotas?.request(principal),
      otherwise,
    }),
  }).catch((error: unknown) => {
    endedAccess[Symbol.dispose]();
    throw error;
  });
  log.write('info', 'listening', { message: serving.url });
  const close = async (closeOptions?: CloseOptions): Promise<void> => {
    isClosing = true;
    endedAccess[Symbol.dispose]();
    await serving.close(closeOptions);
  };
  return {
    url: serving.url,
    counters: () => serving.counters(),
    revoked: (principal) => {
      endedAccess.revoked(principal);
    },
    close,
    [Symbol.asyncDispose]: () => close(),
  };
}
