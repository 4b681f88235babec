/** `acp bridge`: translates an agent between protocol versions 1 and 2, over stdio. */
import { bridge as bridgeChannel, type BridgeReport } from '@acp-stack/bridge';
import { stdio } from '@acp-stack/stdio';

import type { DiagnosticFlags } from '../../command-line/agent-options.ts';
import { commandOf } from '../../connect/agent-link.ts';
import { startedAgentOfWords, type AgentWords } from '../../connect/agent-of-words.ts';
import { UsageError } from '../../errors/usage-error.ts';
import { openLog } from '../../log/log.ts';
import { openTrace } from '../../trace/open-trace.ts';
import { observeConnection } from '../../trace/observe-connection.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { AgentProcess } from './agent-process.ts';
import { joinChannels } from '../../wire/join-channels.ts';
import { LossLog } from './loss-log.ts';
import { onStopSignals } from '../../connect/stop-signals.ts';

export interface BridgeCommand {
  /** The version to offer. */
  readonly to: 1 | 2;
  readonly strict: boolean;
  /** Does not report losses. */
  readonly quiet: boolean;
  /** Runs the terminals of a version 1 agent on this machine. */
  readonly terminals: boolean;
  /** The messages between the bridge and the agent are recorded. */
  readonly flags: DiagnosticFlags;
  /** The agent, as the user has written it. */
  readonly agent: AgentWords;
}

/** Grace period (ms) for the agent after its client has disconnected. */
const grace = 5000;

/** Runs until the agent or its client ends; returns the exit code of the agent. */
export async function bridge(options: BridgeCommand, terminal: Terminal): Promise<number> {
  const { to, strict, quiet, terminals } = options;
  const server = await startedAgentOfWords(options.agent, 'and acp bridge starts the agent', terminal);
  if (server.proxies !== undefined)
    throw new UsageError(
      `${server.name} has proxies in the config file, which acp bridge does not start; use acp conduct`,
    );
  const { command } = server;
  const losses = new LossLog();
  const log = openLog(options.flags, terminal, 'acp bridge');
  const trace = await openTrace(options.flags.trace, { agent: command, now: terminal.now });
  const agent = await AgentProcess.start(commandOf(server));
  log.info(`started ${command}, translated to version ${to}`);
  const ignoreSignals = onStopSignals(() => {
    agent.terminate();
  });
  // Loaded while the agent starts.
  const runner = terminals ? { terminals: (await import('./run-terminal.ts')).runTerminal } : {};
  // From here on only the protocol is written to stdout, and this function decides when it ends.
  const client = stdio({ exitGrace: Infinity });
  const connection = observeConnection(agent.channel, { log, trace });
  const translated = bridgeChannel(connection.channel, {
    peer: 'agent',
    speaks: to === 1 ? 2 : 1,
    strict,
    ...runner,
    onReport: (report: BridgeReport) => {
      const line = quiet ? undefined : losses.line(report);
      if (line !== undefined) log.warn(line);
    },
  });
  const { leftEnded: clientEnded, rightEnded: agentEnded } = joinChannels(client, translated);
  await Promise.race([clientEnded, agentEnded]);
  // Messages of the agent are forwarded until it has exited.
  const exitCode = await agent.end(grace);
  ignoreSignals();
  await agentEnded;
  await client.end();
  client.destroy();
  connection[Symbol.dispose]();
  const summary = quiet ? undefined : losses.summary();
  if (summary !== undefined && log.isEnabled('warn')) await terminal.stderr.tryWrite(`acp bridge: ${summary}\n`);
  log.info(`the agent exited with code ${exitCode}`);
  return exitCode;
}
