/** `acp serve`: shows an agent that speaks on standard input and output to remote clients. */

import type { Channel } from '@acp-stack/rpc';

import type { DiagnosticFlags } from '../../command-line/agent-options.ts';
import { requireProgram } from '../../files/find-program.ts';
import { openLog } from '../../log/log.ts';
import { openTrace } from '../../trace/open-trace.ts';
import { observeConnection } from '../../trace/observe-connection.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { UsageError } from '../../errors/usage-error.ts';
import { isLoopback, serveAgent } from './serve-agent.ts';

export interface ServeCommand {
  readonly port: number;
  readonly host: string;
  readonly shared: boolean;
  readonly origins: readonly string[];
  /** Names that clients may call the server by, besides those of loopback and `host`. */
  readonly hosts: readonly string[];
  /** Milliseconds that requests may take to be answered once the server is asked to end. */
  readonly drain: number;
  readonly command: string;
  readonly args: readonly string[];
  /** What crosses between the server and its clients is recorded. */
  readonly flags: DiagnosticFlags;
  /** Of the program. */
  readonly version: string;
}

/** The variable with the token that clients must show; on a command line everybody could read it. */
const tokenVariable = 'ACP_SERVE_TOKEN';

const addressProblems: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program listens there; choose another --port, or 0 for any that is free',
  EACCES: 'you may not use that port; choose a --port above 1023, or 0 for any that is free',
  EADDRNOTAVAIL: 'this machine has no such address; choose another --host, such as 127.0.0.1',
  ENOTFOUND: 'nobody knows that name; choose another --host, such as 127.0.0.1',
  EAI_AGAIN: 'nobody knows that name; choose another --host, such as 127.0.0.1',
};

/** Runs until it is asked to end, by SIGTERM or SIGINT; asked twice, it ends at once. */
export async function serve(options: ServeCommand, terminal: Terminal): Promise<number> {
  const { port, host, shared, origins, hosts, drain, command, args, flags, version } = options;
  const token = terminal.env[tokenVariable];
  if (token === '') throw new UsageError(`${tokenVariable} is empty: set it to a secret, or do not set it`);
  if (token === undefined && !isLoopback(host)) {
    throw new UsageError(
      `everybody who reaches ${host} could use the agent: set ${tokenVariable} to a secret that clients must show`,
    );
  }
  requireProgram(command, terminal.env);
  const log = openLog(flags, terminal, 'acp serve');
  const trace = await openTrace(flags.trace, { agent: command, now: terminal.now });
  let clients = 0;
  const watch = (channel: Channel): Channel => {
    clients += 1;
    const name = `client ${clients}`;
    log.info(`${name} is connected`);
    const left = { ended: (): void => log.info(`${name} has left`) };
    return observeConnection(channel, { log, trace, here: 'Agent', observers: [left] }).channel;
  };
  const served = await serveAgent({
    command: [command, ...args],
    port,
    host,
    shared,
    token,
    allowedOrigins: origins,
    allowedHosts: hosts,
    version,
    watch,
    log: (line) => {
      log.error(line);
    },
  }).catch((error: unknown) => {
    // The server speaks of its options; here they are flags.
    const { code, message } = ((error as Error).cause ?? error) as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    const words = addressProblems[code] ?? `(${message}); check --host and --port`;
    throw new UsageError(`${host}:${port} is not available: ${words}`, { cause: error });
  });
  await terminal.stdout.write(`${served.url}\n`);
  await asked();
  await terminal.stderr.tell('acp serve: ending; once more ends it at once\n');
  const closing = new AbortController();
  await Promise.race([served.close(drain).finally(() => closing.abort()), asked(closing.signal)]);
  await served.close(0);
  return 0;
}

/** Resolves when the process is asked to end, or `signal` aborts. */
function asked(signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const settle = (): void => {
      process.off('SIGTERM', settle).off('SIGINT', settle);
      signal?.removeEventListener('abort', settle);
      resolve();
    };
    process.on('SIGTERM', settle).on('SIGINT', settle);
    signal?.addEventListener('abort', settle);
  });
}
