/** `acp sessions fork`: copies a session, and prints the id of the copy. */
import { openSession } from '../../session/open-session.ts';
import { planSession } from '../../session/session-plan.ts';
import { prepare, runWithAgent, type AgentInvocation } from '../../connect/run-with-agent.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { findSession } from '../../session/find-session.ts';
import type { AgentFlags, SessionFlags } from '../../command-line/agent-options.ts';

export type ForkFlags = AgentFlags & SessionFlags;

export interface ForkCommand extends AgentInvocation {
  readonly id: string;
  readonly flags: ForkFlags;
}

export async function forkSession(command: ForkCommand, terminal: Terminal): Promise<number> {
  const { id, flags } = command;
  const prepared = await prepare(command, terminal);
  const { settings, server } = prepared;
  const plan = await planSession(flags, { cwd: prepared.cwd, settings, server, terminal });
  return runWithAgent(command, prepared, {}, async (agentRun) => {
    const { agent, connection, deadline, log } = agentRun;
    const copy = await agent.explained(() =>
      deadline.until(
        (async () => {
          const found = await findSession(agentRun, id);
          const cwd = flags.cwd === undefined ? (found.cwd ?? plan.cwd) : plan.cwd;
          const origin = { kind: 'fork', sessionId: found.sessionId } as const;
          return openSession(connection, { ...plan, cwd }, { origin, log, signal: deadline.signal });
        })(),
      ),
    );
    await terminal.stdout.write(`${copy.id}\n`);
    return 0;
  });
}
