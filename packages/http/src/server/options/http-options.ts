/** The options of a server, and their defaults. */
import { systemClock, type Clock } from '@acp-stack/rpc';

import { defaultHttpLimits, type HttpLimits } from '../limits/http-limits.ts';
import { memoryWindow, type CreateWindow } from '../../replay/replay-window.ts';
import type { RequestHead } from '../request/incoming-request.ts';

/** Identifies the client: returns the name of its principal, or undefined to refuse the request. */
export type Authenticate = (request: RequestHead) => string | undefined | Promise<string | undefined>;

/** How to serve an agent; every option has a safe default. */
export interface HttpOptions {
  /** The path of the endpoint; `/acp` by default. */
  readonly path?: string;
  /**
   * The host names that clients may use for this server, with or without a port; `*` for any. Loopback names by
   * default.
   *
   * This protects a local server from web pages that use a DNS name of their own for it (DNS rebinding).
   */
  readonly allowedHosts?: readonly string[];
  /** Other origins whose pages may connect, such as `https://editor.example`; `*` for any. None by default. */
  readonly allowedOrigins?: readonly string[];
  /** Identifies the client; without it all clients are one principal without a name. */
  readonly authenticate?: Authenticate;
  /** The limits that differ from `defaultHttpLimits`. */
  readonly limits?: Partial<HttpLimits>;
  /** Creates the store of sent messages for clients that resume; in memory by default. */
  readonly createWindow?: CreateWindow;
  /** Refuses event streams of unknown sessions with 404; by default they wait until the session is opened. */
  readonly refuseUnknownSessions?: boolean;
  /** The status for a JSON-RPC batch; 501 by default. */
  readonly batchStatus?: 400 | 501;
  /** Measures every timeout; the system clock by default. */
  readonly clock?: Clock;
}

export interface Settings {
  readonly path: string;
  readonly allowedHosts: readonly string[];
  readonly allowedOrigins: readonly string[];
  readonly authenticate: Authenticate | undefined;
  readonly limits: HttpLimits;
  readonly createWindow: CreateWindow;
  readonly refuseUnknownSessions: boolean;
  readonly batchStatus: 400 | 501;
  readonly clock: Clock;
}

const loopbackHosts = ['localhost', '127.0.0.1', '[::1]'];

export function settingsOf(options: HttpOptions): Settings {
  return {
    path: options.path ?? '/acp',
    allowedHosts: options.allowedHosts ?? loopbackHosts,
    allowedOrigins: options.allowedOrigins ?? [],
    authenticate: options.authenticate,
    limits: { ...defaultHttpLimits, ...options.limits },
    createWindow: options.createWindow ?? memoryWindow,
    refuseUnknownSessions: options.refuseUnknownSessions ?? false,
    batchStatus: options.batchStatus ?? 501,
    clock: options.clock ?? systemClock,
  };
}
