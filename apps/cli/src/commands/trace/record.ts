/** `acp trace record`: forwards messages between a client and an agent, and records them. */
import { stdio } from '@acp-stack/stdio';

import { joinChannels } from '../../wire/join-channels.ts';
import { onStopSignals } from '../../connect/stop-signals.ts';
import { openLink } from '../../connect/agent-link.ts';
import { CommandError, exitCodes } from '../../errors/command-error.ts';
import { UsageError } from '../../errors/usage-error.ts';
import { prepare, type AgentInvocation } from '../../connect/run-with-agent.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import type { AgentFlags } from '../../command-line/agent-options.ts';
import { withoutPeriod } from '../../text/without-period.ts';

export interface RecordFlags extends AgentFlags {
  readonly output?: string;
}

export interface RecordCommand extends AgentInvocation {
  readonly flags: RecordFlags;
}

/** Runs until the client or the agent ends. The messages are not changed. */
export async function record(command: RecordCommand, terminal: Terminal): Promise<number> {
  const { output, protocol } = command.flags;
  if (protocol !== undefined)
    throw new UsageError(
      'acp trace record changes no message, so the client chooses the version; leave out --protocol',
    );
  const flags = { ...command.flags, ...(output === undefined ? {} : { trace: output }) };
  const { server, log, trace } = await prepare({ ...command, flags }, terminal);
  const link = await openLink(server, {
    log,
    trace,
    silence: Infinity,
    onLine: (line) => void terminal.stderr.tryWrite(`${line}\n`),
  });
  const ignoreSignals = onStopSignals(() => link.process?.terminate() ?? link.channel.destroy());
  const client = stdio({ exitGrace: Infinity });
  const { leftEnded, rightEnded } = joinChannels(client, link.channel);
  await Promise.race([leftEnded, rightEnded]);
  await link.close();
  ignoreSignals();
  await client.end();
  client.destroy();
  const exit = await link.process?.exited;
  const [words = ''] = exit?.error?.message.split('\n') ?? [];
  if (exit?.error?.code === 'not-started') throw new CommandError(exitCodes.notStarted, withoutPeriod(words));
  if (words !== '') await terminal.stderr.tryWrite(`acp trace: ${words}\n`);
  return exit?.code ?? (exit?.error === undefined ? 0 : 1);
}
