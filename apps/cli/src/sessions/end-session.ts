/** `acp sessions close` and `acp sessions delete`. */
import { agentName } from '../connect/agent-name.ts';
import { CommandError, exitCodes } from '../connect/command-error.ts';
import { prepare, visit, type AgentInvocation, type Visit } from '../connect/visit-agent.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { canClose, findSession } from './find-session.ts';

export interface EndCommand extends AgentInvocation {
  readonly verb: 'close' | 'delete';
  readonly id: string;
}

export async function endSession(command: EndCommand, terminal: Terminal): Promise<number> {
  const { verb, id } = command;
  const prepared = await prepare(command, terminal);
  return visit(command, prepared, {}, async (visited) => {
    const { agent, connection, patience } = visited;
    requireEnd(verb, visited);
    await agent.explained(() =>
      patience.until(
        (async () => {
          const { sessionId } = await findSession(visited, id);
          await (verb === 'close' ? connection.closeSession(sessionId) : connection.delete(sessionId));
          await terminal.stderr.tell(`${verb === 'close' ? 'closed' : 'deleted'} ${sessionId}\n`);
        })(),
      ),
    );
    return 0;
  });
}

function requireEnd(verb: EndCommand['verb'], visited: Visit): void {
  const { connection, server } = visited;
  if (verb === 'close' ? canClose(visited) : connection.supports('session.delete')) return;
  const advice = verb === 'close' ? 'they end with its process' : 'remove them in its own way';
  const name = agentName(connection.agentInfo, server);
  throw new CommandError(exitCodes.failed, `${name} does not let clients ${verb} sessions; ${advice}`);
}
