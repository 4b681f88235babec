/** Serves a stdio agent over HTTP and WebSocket, with health and metrics for its operator. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, OutgoingHttpHeaders, RequestListener } from 'node:http';

import type { Channel } from '@acp-stack/rpc';
import type { AgentCommand } from '@acp-stack/stdio';
import { bridgeMcp } from '@acp-stack/mcp/node';
import {
  httpMetrics,
  metricsText,
  metricsType,
  serveHttp,
  type RequestHead,
  type HttpServing,
  type Metric,
} from '@acp-stack/http/server';

import type { AgentSource, Log, ThroughProxies } from './agent-source.ts';
import type { ClientRules } from './client-rules.ts';
import { withClientRules } from './guarded-client.ts';
import { processPerConnection } from './process-per-connection.ts';
import { openedSessions } from './session-gate.ts';
import { sharedProcess } from './shared-process.ts';

export interface ServeAgentOptions {
  readonly command: readonly string[] | AgentCommand;
  readonly port: number;
  readonly host: string;
  /** The path of the endpoint. */
  readonly path: string;
  /** One agent process for all connections, instead of one for each. */
  readonly shared: boolean;
  /** The bearer token that clients must send; undefined allows every client. */
  readonly token: string | undefined;
  /** What clients may ask for; undefined if everything. */
  readonly rules?: ClientRules;
  readonly allowedOrigins: readonly string[];
  /** Host names besides loopback and `host` that clients may use. */
  readonly allowedHosts: readonly string[];
  readonly log: Log;
  /** Puts proxies before each agent. */
  readonly through?: ThroughProxies;
  /** Wraps the channel of every client. */
  readonly watch?: (channel: Channel) => Channel;
  /** The version of the program. */
  readonly version: string;
}

export interface ServedAgent {
  /** The URL for clients. */
  readonly url: string;
  /** Refuses new connections, waits at most `drain` milliseconds for pending requests, and closes everything. */
  close(drain: number): Promise<void>;
}

/** Serves an agent; resolves when the server listens. */
export async function serveAgent(options: ServeAgentOptions): Promise<ServedAgent> {
  const { command, port, host, path, shared, token, rules, allowedOrigins, allowedHosts, log, version, watch } =
    options;
  const { through } = options;
  const agents = shared
    ? sharedProcess(command, log, { version, through: through ?? directly })
    : processPerConnection(command, log, through ?? bridged);
  const authenticate = token === undefined ? undefined : bearer(token);
  let isClosing = false;
  const opened = openedSessions();
  const app = {
    isBusy: () => agents.isBusy(),
    connect: (channel: Channel) => {
      const watched = watch === undefined ? channel : watch(channel);
      return agents.connect(rules === undefined ? watched : withClientRules(watched, { rules, opened, log }));
    },
  };
  const serving: HttpServing = await serveHttp(app, {
    port,
    host,
    path,
    allowedOrigins,
    allowedHosts: [...loopbackNames, host.includes(':') ? `[${host}]` : host, ...allowedHosts],
    ...(authenticate === undefined ? {} : { authenticate }),
    otherwise: monitoring(agents, {
      path,
      counters: () => serving.counters(),
      isClosing: () => isClosing,
      authenticate,
    }),
  });
  return {
    url: serving.url,
    close: async (drain) => {
      isClosing = true;
      await serving.close({ drain });
      await agents.close();
    },
  };
}

/** The agent runs beside this server, so it gets the MCP servers of clients on other machines too. */
const bridged: ThroughProxies = (agent) => ({ channel: bridgeMcp(agent), close: () => Promise.resolve() });

const directly: ThroughProxies = (channel) => ({ channel, close: () => Promise.resolve() });

const loopbackNames = ['localhost', '127.0.0.1', '[::1]'];

type Bearer = (request: Pick<RequestHead, 'header'>) => string | undefined;

/** Accepts requests with `token`, compared in constant time. */
function bearer(token: string): Bearer {
  const expected = digest(token);
  return (request) => {
    // The scheme is case-insensitive (RFC 9110).
    const [, text = ''] = /^Bearer +(.*)$/iu.exec(request.header('authorization') ?? '') ?? [];
    const shown = digest(text);
    return timingSafeEqual(shown, expected) ? 'bearer' : undefined;
  };
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

interface MonitoringOptions {
  readonly path: string;
  readonly counters: HttpServing['counters'];
  readonly isClosing: () => boolean;
  readonly authenticate: Bearer | undefined;
}

/** Handles `/health`, which is public, and `/metrics`, which needs the token. */
function monitoring(
  agents: AgentSource,
  { path: endpoint, counters, isClosing, authenticate }: MonitoringOptions,
): RequestListener {
  const mayMonitor = (request: IncomingMessage): boolean =>
    authenticate === undefined || authenticate({ header: (name) => headerOf(request, name) }) !== undefined;
  return (request, response) => {
    const path = request.url?.split('?', 1)[0];
    const reply = (status: number, type: string, text: string, headers: OutgoingHttpHeaders = {}): void => {
      response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store', ...headers });
      response.end(request.method === 'HEAD' ? undefined : text);
    };
    const isMonitored = path === '/health' || path === '/metrics';
    if (!isMonitored) reply(404, 'text/plain', `Not found; the agent is at ${endpoint}.\n`);
    else if (request.method !== 'GET' && request.method !== 'HEAD') reply(405, 'text/plain', 'Use GET.\n');
    else if (path === '/health') reply(isClosing() ? 503 : 200, 'text/plain', isClosing() ? 'draining\n' : 'ok\n');
    else if (path === '/metrics' && !mayMonitor(request)) {
      reply(401, 'text/plain', 'Credentials are required.\n', { 'www-authenticate': 'Bearer' });
    } else {
      reply(200, metricsType, metricsText([processes(agents.processes), ...httpMetrics(counters())]));
    }
  };
}

const processes = (value: number): Metric => ({
  name: 'agent_processes',
  type: 'gauge',
  help: 'Running agent processes.',
  samples: [{ value }],
});

function headerOf({ headers }: IncomingMessage, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}
