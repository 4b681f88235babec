/** `acp sessions close` and `acp sessions delete`. */
import { prepare, visit, type AgentInvocation } from '../connect/visit-agent.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { findSession } from './find-session.ts';

export interface EndCommand extends AgentInvocation {
  readonly verb: 'close' | 'delete';
  readonly id: string;
}

export async function endSession(command: EndCommand, terminal: Terminal): Promise<number> {
  const { verb, id } = command;
  const prepared = await prepare(command, terminal);
  return visit(command, prepared, {}, async (visited) => {
    const { agent, connection, patience } = visited;
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
