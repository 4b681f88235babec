/** `acp trace record`: stands between a client that started us and an agent, and writes down what both say. */
import { stdio } from '@acp-stack/stdio';

import { joinChannels } from '../bridge/join-channels.ts';
import { onStopSignals } from '../bridge/stop-signals.ts';
import { openLink } from '../connect/agent-link.ts';
import { openTrace } from '../connect/open-trace.ts';
import { prepare, type AgentInvocation } from '../connect/visit-agent.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { RecordFlags } from './trace-command.ts';

export interface RecordCommand extends AgentInvocation {
  readonly flags: RecordFlags;
}

/** Runs until the client or the agent ends. Whoever reads our output gets exactly what the agent wrote. */
export async function record(command: RecordCommand, terminal: Terminal): Promise<number> {
  const prepared = await prepare(command, terminal);
  const { server, log } = prepared;
  const trace = await openTrace(command.flags.output, { agent: server.name, now: terminal.now });
  const link = await openLink(server, {
    log,
    observers: trace === undefined ? [] : [trace.observer],
    silence: Infinity,
    onLine: (line) => {
      trace?.line(line);
      void terminal.stderr.tell(`${line}\n`);
    },
  });
  const ignoreSignals = onStopSignals(() => link.process?.terminate() ?? link.channel.destroy());
  const client = stdio({ exitGrace: Infinity });
  const { leftEnded, rightEnded } = joinChannels(client, link.channel);
  await Promise.race([leftEnded, rightEnded]);
  await link.close();
  ignoreSignals();
  await client.end();
  client.destroy();
  trace?.[Symbol.dispose]();
  const exit = await link.process?.exited;
  if (exit?.error !== undefined) await terminal.stderr.tell(`acp trace: ${exit.error.message.split('\n')[0]}\n`);
  return exit?.code ?? (exit?.error === undefined ? 0 : 1);
}
