/** What a server is told, and what follows when it is told nothing. */
import { systemClock, type Clock } from '@acp-stack/rpc';

import { defaultHttpLimits, type HttpLimits } from '../limits/http-limits.ts';
import { memoryWindow, type CreateWindow } from '../../replay/replay-window.ts';
import type { RequestHead } from '../request/incoming-request.ts';

/** Identifies the client: returns the name of its principal, or undefined to refuse the request. */
export type Authenticate = (request: RequestHead) => string | undefined | Promise<string | undefined>;

/** How an agent is served; everything has a safe default. */
export interface HttpOptions {
  /** The endpoint; `/acp` when absent. */
  readonly path?: string;
  /**
   * The names that clients may call this server by, with or without a port; `*` for any. Loopback names when absent.
   *
   * This is what keeps a page from reaching a local server through a name of its own.
   */
  readonly allowedHosts?: readonly string[];
  /** Pages of other origins that may connect, such as `https://editor.example`; `*` for any. None when absent. */
  readonly allowedOrigins?: readonly string[];
  /** Says who asks; without it everybody is the same, nameless principal. */
  readonly authenticate?: Authenticate;
  /** Those that are to differ from `defaultHttpLimits`. */
  readonly limits?: Partial<HttpLimits>;
  /** Where sent messages are kept for clients that come back; in memory when absent. */
  readonly createWindow?: CreateWindow;
  /** Refuses streams of sessions that were not opened on their connection (404), instead of letting them wait for it. */
  readonly refuseUnknownSessions?: boolean;
  /** The status of a batch; 501 when absent. */
  readonly batchStatus?: 400 | 501;
  /** Time; tests pass one that they turn by hand. */
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
