/** `acp bridge`: starts an agent and shows it in the other version of the protocol, on standard input and output. */
import { bridge as bridgeChannel, type BridgeReport } from '@acp-stack/bridge';
import { stdio } from '@acp-stack/stdio';

import type { DiagnosticFlags } from '../../command-line/agent-options.ts';
import { openLog } from '../../log/log.ts';
import { openTrace } from '../../trace/open-trace.ts';
import { observeConnection } from '../../trace/observe-connection.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { AgentProcess } from './agent-process.ts';
import { joinChannels } from '../../wire/join-channels.ts';
import { LossLog } from './loss-log.ts';
import { runTerminal } from './run-terminal.ts';
import { onStopSignals } from '../../connect/stop-signals.ts';

export interface BridgeCommand {
  /** The version to show. */
  readonly to: 1 | 2;
  readonly strict: boolean;
  /** Says nothing about what is lost. */
  readonly quiet: boolean;
  /** Runs the terminals of a version 1 agent on this machine. */
  readonly terminals: boolean;
  /** What crosses between the bridge and the agent is recorded. */
  readonly flags: DiagnosticFlags;
  readonly command: string;
  readonly args: readonly string[];
}

/** Milliseconds that an agent has to end after its client did. */
const grace = 5000;

/** Runs until the agent or its client ends; the exit code is that of the agent. */
export async function bridge(options: BridgeCommand, terminal: Terminal): Promise<number> {
  const { to, strict, quiet, terminals, command, args } = options;
  const losses = new LossLog();
  const log = openLog(options.flags, terminal, 'acp bridge');
  const trace = await openTrace(options.flags.trace, { agent: command, now: terminal.now });
  const agent = await AgentProcess.start(command, args);
  log.info(`started ${command}, which is shown in version ${to}`);
  const ignoreSignals = onStopSignals(() => {
    agent.terminate();
  });
  // From here on nothing but the protocol reaches standard output; when it ends, that is for us to say.
  const client = stdio({ exitGrace: Infinity });
  const connection = observeConnection(agent.channel, { log, trace });
  const face = bridgeChannel(connection.channel, {
    peer: 'agent',
    speaks: to === 1 ? 2 : 1,
    strict,
    ...(terminals ? { terminals: runTerminal } : {}),
    onReport: (report: BridgeReport) => {
      const line = quiet ? undefined : losses.line(report);
      if (line !== undefined) log.warn(line);
    },
  });
  const { leftEnded: clientEnded, rightEnded: agentEnded } = joinChannels(client, face);
  await Promise.race([clientEnded, agentEnded]);
  // What the agent still says is handed on until it has ended.
  const exitCode = await agent.end(grace);
  ignoreSignals();
  await agentEnded;
  await client.end();
  client.destroy();
  connection[Symbol.dispose]();
  const summary = quiet ? undefined : losses.summary();
  if (summary !== undefined && log.isEnabled('warn')) await terminal.stderr.tell(`acp bridge: ${summary}\n`);
  log.info(`the agent ended with exit code ${exitCode}`);
  return exitCode;
}
