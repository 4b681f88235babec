/**
 * The link to an agent: a process that is started here, or a connection to a URL.
 *
 * Opening it is quick and does not need the SDK, so the agent starts while the rest of the program is loaded.
 */
import type { Channel } from '@acp-stack/rpc';
import type { AgentCommand, AgentProcess } from '@acp-stack/stdio';

import { Reachability } from './reachability.ts';
import type { AgentServer } from '../config/agent-server.ts';
import { startSilence } from './start-silence.ts';
import { mcpOptionsOf } from '../config/mcp-ways.ts';
import type { ObserveOptions } from '../trace/observe-connection.ts';
import type { WireObserver } from '../wire/observed-channel.ts';

export interface AgentLink {
  readonly server: AgentServer;
  readonly channel: Channel;
  /** Undefined for a remote agent. */
  readonly process: AgentProcess | undefined;
  /** The component of a chain that has refused `initialize`, if one has. */
  refusedBy?(): string | undefined;
  /** Ends the agent, or the connection to it; resolves when every process that the agent started is gone. */
  close(): Promise<void>;
}

type PrintedOn = 'stdout' | 'stderr';

export interface LinkOptions extends Omit<ObserveOptions, 'here' | 'logsMessages'> {
  /** See the messages between the agent and the proxies; `observers` see those between the proxies and this program. */
  readonly agentObservers?: readonly WireObserver[];
  /** Called with every line that the agent prints besides the protocol, and the stream that it used. */
  readonly onLine?: ((text: string, from: PrintedOn) => void) | undefined;
  /** Called when a remote agent cannot be reached, while the connection is tried again, and when it is there again. */
  readonly onReachable?: ((isReachable: boolean) => void) | undefined;
  /** Wraps the channel to the agent, above what is recorded; not called for an agent with proxies. */
  readonly wrap?: ((channel: Channel) => Channel) | undefined;
  /** Wraps the channel that this program uses, with or without proxies. */
  readonly outer?: ((channel: Channel) => Channel) | undefined;
  /** Milliseconds of silence after which a starting agent is given up. */
  readonly silence?: number | undefined;
}

/** Grace periods (ms): for an agent to exit by itself, and after SIGTERM. */
const grace = { end: 3000, terminate: 2000 };
const same = (channel: Channel): Channel => channel;

/**
 * Starts loading the package that starts agents, for commands that will probably need it. Errors are reported where it
 * is used.
 */
export function preloadStdio(): void {
  import('@acp-stack/stdio').catch(() => undefined);
}

/** Starts the agent, or starts connecting to it. */
export async function openLink(server: AgentServer, options: LinkOptions): Promise<AgentLink> {
  const { proxies } = server;
  const { observers = [], agentObservers = [], outer = same } = options;
  const link =
    proxies === undefined
      ? await openDirectly(server, { ...options, observers: [...observers, ...agentObservers] })
      : await openThroughProxies(server, proxies, options);
  return { ...link, channel: outer(link.channel) };
}

type DirectOptions = LinkOptions & ObserveOptions;

const openDirectly = (server: AgentServer, options: DirectOptions): Promise<AgentLink> =>
  server.kind === 'command' ? startAgent(server, options) : connectTo(server, options);

/** The agent behind proxies: the trace records every hop, everything else sees only what has passed the proxies. */
async function openThroughProxies(
  server: AgentServer,
  proxies: readonly string[],
  { trace, observers = [], agentObservers = [], ...options }: LinkOptions,
): Promise<AgentLink> {
  const [{ throughProxies }, { observeConnection }, mcp] = await Promise.all([
    import('../chain/through-proxies.ts'),
    import('../trace/observe-connection.ts'),
    mcpOptionsOf(server),
  ]);
  const { log } = options;
  const wrap = await throughProxies({
    proxies,
    agentName: server.name,
    mcp,
    log,
    trace,
    isClient: true,
  });
  // `options.wrap` is left out: it adds MCP over ACP, and the chain does that itself.
  const link = await openDirectly(server, {
    ...options,
    // What the agent prints does not pass the chain, so it is recorded here.
    onLine: (text, type) => {
      trace?.write({ type, text, component: server.name, connection: server.name }, log);
      options.onLine?.(text, type);
    },
    wrap: undefined,
    observers: agentObservers,
    logsMessages: false,
  });
  const behind = wrap(link.channel);
  return {
    ...link,
    channel: observeConnection(behind.channel, { log, observers }).channel,
    refusedBy: () => behind.refusedBy(),
    close: async () => {
      await behind.close();
      await link.close();
    },
  };
}

/** The command that starts an agent. */
export function commandOf(server: AgentServer & { readonly kind: 'command' }): AgentCommand {
  const { command, args, env, cwd } = server;
  return { command, args, env, ...(cwd === undefined ? {} : { cwd }) };
}

async function startAgent(
  server: AgentServer & { readonly kind: 'command' },
  options: DirectOptions,
): Promise<AgentLink> {
  const { log, onLine, silence = startSilence(server.command), wrap = same } = options;
  const { spawnAgent } = await import('@acp-stack/stdio');
  const process = spawnAgent(commandOf(server), { startUp: { silence }, grace });
  log.debug(`started ${server.name} as process ${process.pid ?? 'none'}`);
  // Loaded while the agent starts.
  const { observeConnection } = await import('../trace/observe-connection.ts');
  const connection = observeConnection(process, options);
  process.stderr.follow(({ text, from }) => {
    connection.line(text, from);
    onLine?.(text, from);
    log.info(from === 'stdout' ? `the agent printed something that is not ACP on stdout: ${text}` : text);
  });
  return {
    server,
    process,
    channel: wrap(connection.channel),
    close: async () => {
      // An agent that does not read its stdin never sees it end; the escalation of signals ends it anyway.
      await process[Symbol.asyncDispose]().catch(() => undefined);
      connection[Symbol.dispose]();
    },
  };
}

async function connectTo(server: AgentServer & { readonly kind: 'url' }, options: DirectOptions): Promise<AgentLink> {
  const { log, wrap = same } = options;
  const [{ http, webSocket }, { observeConnection }] = await Promise.all([
    import('@acp-stack/http/node'),
    import('../trace/observe-connection.ts'),
  ]);
  const reachability = new Reachability(options.onReachable ?? (() => undefined));
  const connect = /^wss?:/u.test(server.url) ? webSocket : http;
  const channel = connect(server.url, {
    headers: server.headers,
    onReport: (report) => {
      log.info(`${server.name}: ${report.kind}`);
      reachability.note(report);
    },
  });
  const connection = observeConnection(channel, options);
  return {
    server,
    process: undefined,
    channel: wrap(connection.channel),
    close: () => {
      channel.destroy();
      connection[Symbol.dispose]();
      return Promise.resolve();
    },
  };
}
