/** `acp auth logout`. */
import { CommandError, exitCodes } from '../connect/command-error.ts';
import { prepare, visit, type AgentInvocation } from '../connect/visit-agent.ts';
import type { Terminal } from '../terminal/terminal.ts';

export async function logout(command: AgentInvocation, terminal: Terminal): Promise<number> {
  const prepared = await prepare(command, terminal);
  return visit(command, prepared, {}, async ({ agent, connection, patience }) => {
    if (connection.authMethods.length === 0)
      throw new CommandError(exitCodes.failed, 'this agent offers no login, so there is none to forget');
    await agent.explained(() => patience.until(connection.logout()));
    await terminal.stderr.tell('You are logged out.\n');
    return 0;
  });
}
