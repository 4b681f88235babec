/** `acp conduct`: runs proxies and an agent as one agent, over stdio. */
import type { ChainEvent } from '@acp-stack/conductor';
import { stdio } from '@acp-stack/stdio';

import type { ComponentSpec } from '../../chain/component-spec.ts';
import { readChainFile, type ChainFile, type ChainSpec } from '../../chain/chain-file.ts';
import { makeAgent, makeProxy, proxySpecs, shippedNames } from '../../chain/components.ts';
import { requireDistinctFiles } from '../../chain/distinct-files.ts';
import { runChain } from '../../chain/running-chain.ts';
import type { DiagnosticFlags } from '../../command-line/agent-options.ts';
import type { AgentServer } from '../../config/agent-server.ts';
import { agentOfWords } from '../../connect/agent-of-words.ts';
import { onStopSignals } from '../../connect/stop-signals.ts';
import { exitCodes } from '../../errors/command-error.ts';
import { UsageError } from '../../errors/usage-error.ts';
import { openLog } from '../../log/log.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { openTelemetry } from '../../telemetry/open-telemetry.ts';
import { openTrace } from '../../trace/open-trace.ts';
import { joinChannels } from '../../wire/join-channels.ts';

export interface ConductCommand {
  readonly proxies: readonly string[];
  /** The file with the chain. */
  readonly config: string | undefined;
  /** Shows the chain instead of running it. */
  readonly check: boolean;
  /** Seconds that the components have to answer the check. */
  readonly timeout: number;
  readonly format: 'text' | 'json' | undefined;
  /** The words after `--`. */
  readonly command: readonly string[] | undefined;
  /** The name of the agent. */
  readonly name: string | undefined;
  /** Installs an agent of a registry without a question. */
  readonly yes: boolean | undefined;
  readonly flags: DiagnosticFlags;
  readonly version: string;
}

/** Milliseconds for components to end after the client has; then they are stopped. */
const grace = 5000;

/** Runs until the client ends, or a signal arrives; a second signal ends it at once. */
export async function conduct(options: ConductCommand, terminal: Terminal): Promise<number> {
  const spec = await chainOf(options, terminal);
  requireDistinctFiles(spec.proxies, options.flags.trace);
  const log = openLog(options.flags, terminal, 'acp conduct');
  const warn = (problem: string): void => log.warn(problem);
  const proxies = await Promise.all(spec.proxies.map((each) => makeProxy(each, { warn, isCheck: options.check })));
  const agent = spec.agent === undefined ? undefined : makeAgent(spec.agent);
  const trace = await openTrace(options.flags.trace, { agent: agent?.name ?? 'a chain', now: terminal.now });
  if (options.check) {
    const { checkChain } = await import('./check-chain.ts');
    const { format, version, timeout } = options;
    return checkChain({ spec, proxies, agent, log, trace, format, version, timeout: timeout * 1000 }, terminal);
  }
  // From here on only the protocol is written to stdout.
  const client = stdio({ exitGrace: Infinity });
  let hasFailedToStart = false;
  const watch = (event: ChainEvent): void => {
    if (event.kind !== 'life') return;
    if (event.step === 'started') hasFailedToStart = false;
    if (event.step === 'failed' && event.details?.['isStart'] === true) hasFailedToStart = true;
  };
  const { version } = options;
  const { env } = terminal;
  const telemetry = await openTelemetry({ service: 'acp-conduct', version, env, onFailure: warn });
  const { channel, conductor } = runChain({ proxies, agent, log, trace, telemetry, onEvent: watch });
  let isStopping = false;
  const ignoreSignals = onStopSignals(() => {
    if (isStopping) conductor.destroy();
    isStopping = true;
    void conductor.close({ grace });
  });
  const { leftEnded, rightEnded } = joinChannels(client, channel);
  await Promise.race([leftEnded, rightEnded]);
  await conductor.close({ grace });
  ignoreSignals();
  await client.end();
  client.destroy();
  await telemetry?.[Symbol.asyncDispose]();
  return hasFailedToStart ? exitCodes.notStarted : 0;
}

/** The chain of the file, or of the command line; proxies of the command line stand before those of the file. */
async function chainOf(
  { proxies, config, command, name, yes, check }: ConductCommand,
  terminal: Terminal,
): Promise<ChainSpec> {
  const own = proxySpecs(proxies);
  const file: ChainFile =
    config === undefined ? { proxies: [], agent: undefined } : readChainFile(config, shippedNames);
  if (command !== undefined && name !== undefined)
    throw new UsageError('name the agent once: by its name, or by a command after --');
  if ((command ?? name) !== undefined && file.agent !== undefined)
    throw new UsageError(
      `${config} has an agent; leave out the one ${name === undefined ? 'after --' : 'on the command line'}`,
    );
  if (command?.length === 0 || command?.[0] === '') throw new UsageError('missing command after --');
  if (name !== undefined || file.agentName !== undefined) {
    const server = name === undefined ? await agentOfFile(file, terminal) : await agentOf(name, yes, terminal);
    return { proxies: [...own, ...file.proxies, ...proxySpecs(server.proxies ?? [])], agent: specOf(server) };
  }
  const agent = command === undefined ? file.agent : ({ kind: 'command', command, env: {} } as const);
  if (check && agent === undefined) throw new UsageError('--check needs an agent: a command after --, or in the file');
  return { proxies: [...own, ...file.proxies], agent };
}

const agentOf = (name: string, yes: boolean | undefined, terminal: Terminal): Promise<AgentServer> =>
  agentOfWords({ words: [name], isCommand: false, yes }, terminal);

/** The agent that a file names: as on the command line, but `--yes` does not install what only a file names. */
async function agentOfFile({ agentName = '', agent }: ChainFile, terminal: Terminal): Promise<AgentServer> {
  try {
    return await agentOf(agentName, undefined, terminal);
  } catch (error) {
    if (!(error instanceof UsageError) || agent?.place === undefined) throw error;
    throw new UsageError(`${agent.place}: ${error.message}`, { cause: error });
  }
}

function specOf(server: AgentServer): ComponentSpec {
  const { name } = server;
  if (server.kind === 'url') return { kind: 'address', name, url: server.url, headers: server.headers };
  const { command, args, env, cwd } = server;
  return { kind: 'command', name, command: [command, ...args], env, ...(cwd === undefined ? {} : { cwd }) };
}
