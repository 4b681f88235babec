/** `acp sessions fork`: copies a session, and prints the id of the copy. */
import { openSession } from '../connect/open-session.ts';
import { planSession } from '../connect/session-plan.ts';
import { prepare, visit, type AgentInvocation } from '../connect/visit-agent.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { findSession } from './find-session.ts';
import type { ForkFlags } from './sessions-command.ts';

export interface ForkCommand extends AgentInvocation {
  readonly id: string;
  readonly flags: ForkFlags;
}

export async function forkSession(command: ForkCommand, terminal: Terminal): Promise<number> {
  const { id, flags } = command;
  const prepared = await prepare(command, terminal);
  const { settings, server } = prepared;
  const plan = planSession(flags, { cwd: prepared.cwd, settings, defaults: server.defaults, terminal });
  return visit(command, prepared, {}, async (visited) => {
    const { agent, connection, patience, log } = visited;
    const copy = await agent.explained(() =>
      patience.until(
        (async () => {
          const found = await findSession(visited, id);
          const cwd = flags.cwd === undefined ? (found.cwd ?? plan.cwd) : plan.cwd;
          const origin = { kind: 'fork', sessionId: found.sessionId } as const;
          return openSession(connection, { ...plan, cwd }, { origin, log, signal: patience.signal });
        })(),
      ),
    );
    await terminal.stdout.write(`${copy.id}\n`);
    return 0;
  });
}
