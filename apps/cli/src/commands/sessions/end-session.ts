/** `acp sessions close` and `acp sessions delete`. */
import { agentName } from '../../connect/agent-name.ts';
import { CommandError, exitCodes } from '../../errors/command-error.ts';
import { prepare, runWithAgent, type AgentInvocation, type AgentRun } from '../../connect/run-with-agent.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { canClose, findSession } from '../../session/find-session.ts';

export interface EndCommand extends AgentInvocation {
  readonly verb: 'close' | 'delete';
  readonly id: string;
}

export async function endSession(command: EndCommand, terminal: Terminal): Promise<number> {
  const { verb, id } = command;
  const prepared = await prepare(command, terminal);
  return runWithAgent(command, prepared, {}, async (agentRun) => {
    const { agent, connection, deadline } = agentRun;
    requireEnd(verb, agentRun);
    await agent.explained(() =>
      deadline.until(
        (async () => {
          const { sessionId } = await findSession(agentRun, id);
          await (verb === 'close' ? connection.closeSession(sessionId) : connection.delete(sessionId));
          await terminal.stderr.tryWrite(`${verb === 'close' ? 'closed' : 'deleted'} ${sessionId}\n`);
        })(),
      ),
    );
    return 0;
  });
}

function requireEnd(verb: EndCommand['verb'], agentRun: AgentRun): void {
  const { connection, server } = agentRun;
  if (verb === 'close' ? canClose(agentRun) : connection.supports('session.delete')) return;
  const advice = verb === 'close' ? 'they end when the agent exits' : 'see its documentation';
  const name = agentName(connection.agentInfo, server);
  throw new CommandError(exitCodes.failed, `${name} does not let clients ${verb} sessions; ${advice}`);
}
