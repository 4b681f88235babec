/** `acp serve`: serves a stdio agent over HTTP and WebSocket. */
import { randomBytes } from 'node:crypto';

import { isLoopback } from '@acp-stack/http/node';
import { describeError, type Channel } from '@acp-stack/rpc';

import type { DiagnosticFlags } from '../../command-line/agent-options.ts';
import type { AgentServer } from '../../config/agent-server.ts';
import { commandOf } from '../../connect/agent-link.ts';
import { startedAgentOfWords, type AgentWords } from '../../connect/agent-of-words.ts';
import { removeServedToken, writeServedToken } from '../../token/served-token.ts';
import { existingFolder } from '../../files/existing-folder.ts';
import { requireProgram } from '../../files/find-program.ts';
import { openLog, type Log } from '../../log/log.ts';
import { openTrace } from '../../trace/open-trace.ts';
import { observeConnection } from '../../trace/observe-connection.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { stopRequested } from '../../connect/stop-requested.ts';
import { unavailableAddress } from '../../errors/unavailable-address.ts';
import { UsageError } from '../../errors/usage-error.ts';
import { typedWord } from '../../text/shell-words.ts';
import type { ThroughProxies } from './agent-source.ts';
import { serveAgent, type ServedAgent } from './serve-agent.ts';

export interface ServeCommand {
  readonly port: number;
  readonly host: string;
  readonly path: string;
  readonly shared: boolean;
  readonly origins: readonly string[];
  /** Host names besides loopback and `host` that clients may use. */
  readonly hosts: readonly string[];
  /** Milliseconds to wait for pending requests before closing. */
  readonly drain: number;
  /** Whether clients must send a token. */
  readonly needsToken: boolean;
  /** The folders in which clients may work, besides the current one. */
  readonly roots: readonly string[];
  /** Whether clients may name MCP servers that are programs. */
  readonly allowsMcpStdio: boolean;
  /** Whether clients may use methods, fields and `_meta` that the protocol does not define. */
  readonly allowsExtensions: boolean;
  /** How the address is printed. */
  readonly format: 'text' | 'json';
  /** The proxies before each agent, as for `--proxy`. */
  readonly proxies: readonly string[];
  /** The agent, as the user has written it. */
  readonly agent: AgentWords;
  /** The messages between the server and its clients are recorded. */
  readonly flags: DiagnosticFlags;
  /** The version of the program. */
  readonly version: string;
}

/** The environment variable with the bearer token; a command line is visible to other users. */
const tokenVariable = 'ACP_SERVE_TOKEN';

/** Runs until SIGTERM or SIGINT; a second signal ends it at once. */
export async function serve(options: ServeCommand, terminal: Terminal): Promise<number> {
  const { port, host, path, shared, origins, hosts, drain, flags, version } = options;
  const token = tokenOf(options, terminal);
  const roots = ['.', ...options.roots].map((folder) => existingFolder(folder, '--root'));
  const server = await startedAgentOfWords(options.agent, 'and acp serve serves agents of this machine', terminal);
  requireProgram(server.command, { ...terminal.env, ...server.env });
  const log = openLog(flags, terminal, 'acp serve');
  await requireOwnFiles(options);
  const trace = await openTrace(flags.trace, { agent: server.command, now: terminal.now });
  const through = await proxiesOf([...options.proxies, ...(server.proxies ?? [])], server, log);
  let clients = 0;
  const watch = (channel: Channel): Channel => {
    clients += 1;
    const name = `client ${clients}`;
    log.info(`${name} connected`);
    const disconnectLog = { ended: (): void => log.info(`${name} disconnected`) };
    return observeConnection(channel, { log, trace, here: 'Agent', observers: [disconnectLog] }).channel;
  };
  const served = await serveAgent({
    command: commandOf(server),
    ...through,
    port,
    host,
    path,
    shared,
    token,
    rules: { roots, allowsMcpStdio: options.allowsMcpStdio, allowsExtensions: options.allowsExtensions },
    allowedOrigins: origins,
    allowedHosts: hosts,
    version,
    watch,
    log: (line) => {
      log.error(line);
    },
  }).catch((error: unknown) => {
    throw unavailableAddress(error, { host, port });
  });
  const announced = await announce(served, { token, format: options.format }, terminal);
  await stopRequested();
  // No client is accepted from now on, and a further signal may end the process.
  announced[Symbol.dispose]();
  await terminal.stderr.tryWrite('acp serve: shutting down; press Ctrl+C again to end it at once\n');
  const closing = new AbortController();
  await Promise.race([served.close(drain).finally(() => closing.abort()), stopRequested(closing.signal)]);
  await served.close(0);
  return 0;
}

/** The trace must not be a file of a proxy. */
async function requireOwnFiles({ proxies, flags }: ServeCommand): Promise<void> {
  if (proxies.length === 0) return;
  const { requireDistinctFiles } = await import('../../chain/distinct-files.ts');
  const { proxySpecs } = await import('../../chain/components.ts');
  requireDistinctFiles(proxySpecs(proxies), flags.trace);
}

/** Wrong settings of a proxy are found before the server listens. */
async function proxiesOf(
  proxies: readonly string[],
  { name: agentName }: AgentServer,
  log: Log,
): Promise<{ readonly through?: ThroughProxies }> {
  if (proxies.length === 0) return {};
  const { throughProxies } = await import('../../chain/through-proxies.ts');
  return { through: await throughProxies({ proxies, agentName, mcp: {}, log, isClient: false }) };
}

/** The token that clients must send: that of the environment, or a new one; undefined if they need none. */
function tokenOf({ needsToken, host }: ServeCommand, { env }: Terminal): string | undefined {
  const token = env[tokenVariable];
  if (token === '') throw new UsageError(`${tokenVariable} must not be empty: set it to a secret, or unset it`);
  if (needsToken) return token ?? randomBytes(32).toString('base64url');
  if (token !== undefined) throw new UsageError(`--no-token and ${tokenVariable} cannot be used together`);
  if (isLoopback(host)) return undefined;
  throw new UsageError(`every machine that reaches ${host} could use the agent; omit --no-token`);
}

/** Prints the address, and how to connect. Disposing of the result removes the file with the token. */
async function announce(
  served: ServedAgent,
  { token, format }: { readonly token: string | undefined; readonly format: 'text' | 'json' },
  terminal: Terminal,
): Promise<Disposable> {
  const { stdout, stderr, env } = terminal;
  const { url } = served;
  const isMade = token !== undefined && env[tokenVariable] === undefined;
  const path = isMade ? await storeToken(served, token, env) : undefined;
  if (format === 'json') await stdout.writeJson(JSON.stringify({ url, token }));
  else await stdout.write(`${url}\n`);
  if (token === undefined) {
    await stderr.tryWrite(
      'acp serve: no token is required: every user and program of this machine can use the agent as you\n',
    );
  }
  const secret = path === undefined ? '' : ` --token-file ${typedWord(path)}`;
  const variable = token === undefined || isMade ? '' : `, with ${tokenVariable} as ACP_TOKEN`;
  await stderr.tryWrite(`acp serve: connect with: acp chat --url ${url}${secret}${variable}\n`);
  return {
    [Symbol.dispose]: () => {
      if (path !== undefined && token !== undefined) removeServedToken(path, token);
    },
  };
}

async function storeToken(served: ServedAgent, token: string, env: Terminal['env']): Promise<string> {
  try {
    return writeServedToken(served.url, token, env);
  } catch (error) {
    await served.close(0);
    const reason = describeError(error);
    throw new UsageError(`the token could not be stored (${reason}); set ${tokenVariable} to a secret instead`, {
      cause: error,
    });
  }
}
