/** A server for an agent that speaks on standard input and output, with what its operator needs to watch it. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { RequestListener } from 'node:http';

import { serveHttp, type CallHead, type HttpServing } from '@acp-stack/http/server';

import type { AgentSource, Log } from './agent-source.ts';
import { metricsText } from './metrics.ts';
import { ownProcesses } from './own-process.ts';
import { sharedProcess } from './shared-process.ts';

export interface ServeAgentOptions {
  readonly command: readonly string[];
  readonly port: number;
  readonly host: string;
  /** One process for all connections, instead of one for each. */
  readonly shared: boolean;
  /** What clients must show as a bearer token; undefined lets everybody in. */
  readonly token: string | undefined;
  readonly allowedOrigins: readonly string[];
  readonly log: Log;
}

export interface ServedAgent {
  /** Where clients connect to. */
  readonly url: string;
  /** Lets nobody in any more, waits at most `drain` milliseconds for what is being answered, and ends everything. */
  close(drain: number): Promise<void>;
}

/** Serves an agent; resolves when the server listens. */
export async function serveAgent(options: ServeAgentOptions): Promise<ServedAgent> {
  const { command, port, host, shared, token, allowedOrigins, log } = options;
  const agents = shared ? sharedProcess(command, log) : ownProcesses(command, log);
  let isClosing = false;
  const serving: HttpServing = await serveHttp(agents, {
    port,
    host,
    allowedOrigins,
    ...(token === undefined ? {} : { authenticate: bearer(token) }),
    otherwise: watching(agents, { counters: () => serving.counters(), isClosing: () => isClosing }),
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

/** Lets in whoever shows `token`; how long the comparison takes tells nothing about it. */
function bearer(token: string): (request: CallHead) => string | undefined {
  const expected = digest(`Bearer ${token}`);
  return (request) => {
    const shown = digest(request.header('authorization') ?? '');
    return timingSafeEqual(shown, expected) ? 'bearer' : undefined;
  };
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

interface Watched {
  readonly counters: HttpServing['counters'];
  readonly isClosing: () => boolean;
}

/** Answers `/health` and `/metrics`. */
function watching(agents: AgentSource, { counters, isClosing }: Watched): RequestListener {
  return (request, response) => {
    const path = request.url?.split('?', 1)[0];
    const reply = (status: number, type: string, text: string): void => {
      response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' });
      response.end(request.method === 'HEAD' ? undefined : text);
    };
    if (request.method !== 'GET' && request.method !== 'HEAD') reply(405, 'text/plain', 'Use GET.\n');
    else if (path === '/health') reply(isClosing() ? 503 : 200, 'text/plain', isClosing() ? 'draining\n' : 'ok\n');
    else if (path === '/metrics') {
      const text = metricsText({ ...counters(), processes: agents.processes });
      reply(200, 'text/plain; version=0.0.4; charset=utf-8', text);
    } else reply(404, 'text/plain', 'There is nothing here; the agent is at /acp.\n');
  };
}
