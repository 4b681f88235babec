/**
 * The way to an agent: a process that is started here, or an address that is connected to.
 *
 * Opening it is quick and needs none of the protocol, so the agent starts while the rest of the program is being loaded.
 */
import type { Channel } from '@acp-stack/rpc';
import type { AgentCommand, AgentProcess } from '@acp-stack/stdio';

import type { AgentServer } from '../config/agent-server.ts';
import type { Log } from '../log/log.ts';
import { observeConnection, type Watch } from '../trace/observe-connection.ts';

export interface AgentLink {
  readonly server: AgentServer;
  readonly channel: Channel;
  /** Undefined for a remote agent. */
  readonly process: AgentProcess | undefined;
  /** Ends the agent, or the connection to it; resolves when everything that it started is gone. */
  close(): Promise<void>;
}

type PrintedOn = 'stdout' | 'stderr';

export interface LinkOptions extends Omit<Watch, 'here'> {
  /** Hears every line that the agent prints besides the protocol, and where. */
  readonly onLine?: ((text: string, from: PrintedOn) => void) | undefined;
  /** Milliseconds of silence until an agent that was started is given up. */
  readonly silence?: number | undefined;
}

/** Milliseconds that an agent has to end by itself, and then after it was asked to. */
const grace = { end: 3000, terminate: 2000 };
const defaultSilence = 60_000;

/**
 * Begins to load what starts agents, for commands that will most likely start one: it is read while they look at their flags.
 * What goes wrong with it is said where it is needed.
 */
export function expectToStart(): void {
  import('@acp-stack/stdio').catch(() => undefined);
}

/** Starts the agent, or begins to connect to it. */
export async function openLink(server: AgentServer, options: LinkOptions): Promise<AgentLink> {
  return server.kind === 'command' ? startAgent(server, options) : connectTo(server, options);
}

/** How the program of an agent is started. */
export function commandOf(server: AgentServer & { readonly kind: 'command' }): AgentCommand {
  const { command, args, env, cwd } = server;
  return { command, args, env, ...(cwd === undefined ? {} : { cwd }) };
}

async function startAgent(
  server: AgentServer & { readonly kind: 'command' },
  options: LinkOptions,
): Promise<AgentLink> {
  const { log, onLine, silence = defaultSilence } = options;
  const { spawnAgent } = await import('@acp-stack/stdio');
  const process = spawnAgent(commandOf(server), { startUp: { silence }, grace });
  log.debug(`started ${server.name} as process ${process.pid ?? 'none'}`);
  const connection = observeConnection(process, options);
  void readLines(process, log, (line, from) => {
    connection.line(line);
    onLine?.(line, from);
  });
  return {
    server,
    process,
    channel: connection.channel,
    close: async () => {
      // An agent that does not read its input never takes the end of it; the ladder ends it all the same.
      await process[Symbol.asyncDispose]().catch(() => undefined);
      connection[Symbol.dispose]();
    },
  };
}

async function readLines(
  process: AgentProcess,
  log: Log,
  onLine: (text: string, from: PrintedOn) => void,
): Promise<void> {
  for await (const { text, from } of process.stderr) {
    onLine(text, from);
    log.info(from === 'stdout' ? `the agent printed on stdout, where only the protocol belongs: ${text}` : text);
  }
}

async function connectTo(server: AgentServer & { readonly kind: 'url' }, options: LinkOptions): Promise<AgentLink> {
  const { log } = options;
  const { http, webSocket } = await import('@acp-stack/http/node');
  const connect = /^wss?:/u.test(server.url) ? webSocket : http;
  const channel = connect(server.url, {
    headers: server.headers,
    onReport: (report) => {
      log.info(`${server.name}: ${report.kind}`);
    },
  });
  const connection = observeConnection(channel, options);
  return {
    server,
    process: undefined,
    channel: connection.channel,
    close: () => {
      channel.destroy();
      connection[Symbol.dispose]();
      return Promise.resolve();
    },
  };
}
