/** What can be set about the bridge of MCP servers, and the defaults. */
import { defaultLimits, systemClock, type Clock } from '@acp-stack/rpc';

import type { McpWay } from './mcp-way.ts';

/** How much of anything the bridge of MCP servers allows, and for how long, in milliseconds. */
export interface McpBridgeLimits {
  /** Bytes of one MCP message of the agent. */
  readonly messageBytes: number;
  /** Bytes that may wait for an MCP client that does not read; then its stream or connection ends. */
  readonly unsentBytes: number;
  /** Servers of the client that sessions use at once. */
  readonly endpoints: number;
  /** MCP connections to one server of one session; over HTTP, the oldest one without an open stream gives way. */
  readonly connections: number;
  /** HTTP responses of one MCP session that are open at once. */
  readonly streams: number;
  /** Events of one MCP session that are kept, so that its client can resume a stream. */
  readonly events: number;
  /** Bytes of these events. */
  readonly eventBytes: number;
  /** Sockets that have not shown a valid token; the oldest gives way. */
  readonly strangers: number;
  /** Time for the headers of an HTTP request, or for the token on a socket. */
  readonly headersTimeout: number;
  /** Time for a whole HTTP request. */
  readonly requestTimeout: number;
  /** Time without a request or an open stream after which an MCP session over HTTP ends. */
  readonly idleTimeout: number;
}

/** The limits of a bridge that is not given others. */
export const defaultMcpBridgeLimits: McpBridgeLimits = {
  messageBytes: defaultLimits.messageBytes,
  unsentBytes: defaultLimits.unsentBytes,
  endpoints: 10_000,
  connections: 32,
  streams: 64,
  events: 1000,
  eventBytes: 16 * 1024 * 1024,
  strangers: 512,
  headersTimeout: 10_000,
  requestTimeout: 60_000,
  idleTimeout: 12 * 60 * 60 * 1000,
};

/** Something that happened in the bridge and belongs to no response. */
export type McpBridgeReport =
  /** The agent has answered `initialize`; `way` is undefined if it can use no MCP server of its client. */
  | { readonly kind: 'decided'; readonly way: McpWay | undefined }
  /** A program without a valid token, or a web page, was refused; or a limit was reached. */
  | { readonly kind: 'refused'; readonly status: number; readonly reason: string };

/** What can be set about the bridge of MCP servers. */
export interface BridgeMcpOptions {
  /**
   * How the agent may reach the MCP servers of its client, in the order of preference; what is not listed is not used.
   * By default `native`, `http`, `stdio`. For an agent on another machine only `native` works.
   */
  readonly prefer?: readonly McpWay[];
  /** The limits; those that are left out have their defaults. */
  readonly limits?: Partial<McpBridgeLimits>;
  /** The program that runs the stdio program; by default the Node that runs this one. */
  readonly node?: string;
  /** How the stdio program connects back: over a Unix socket, or over TCP on loopback, the default on Windows. */
  readonly socket?: 'unix' | 'tcp';
  /** Receives reports. */
  readonly onReport?: (report: McpBridgeReport) => void;
  /** The source of time; tests pass their own. */
  readonly clock?: Clock;
}

/** The options with their defaults. */
export interface BridgeSettings extends Required<Omit<BridgeMcpOptions, 'limits'>> {
  readonly limits: McpBridgeLimits;
}

export function settingsOf(options: BridgeMcpOptions): BridgeSettings {
  return {
    prefer: options.prefer ?? ['native', 'http', 'stdio'],
    limits: { ...defaultMcpBridgeLimits, ...options.limits },
    node: options.node ?? process.execPath,
    socket: options.socket ?? (process.platform === 'win32' ? 'tcp' : 'unix'),
    onReport: options.onReport ?? (() => undefined),
    clock: options.clock ?? systemClock,
  };
}
