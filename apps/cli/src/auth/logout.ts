/** `acp auth logout`. */
import { prepare, visit, type AgentInvocation } from '../connect/visit-agent.ts';
import type { Terminal } from '../terminal/terminal.ts';

export async function logout(command: AgentInvocation, terminal: Terminal): Promise<number> {
  const prepared = await prepare(command, terminal);
  return visit(command, prepared, {}, async ({ agent, connection, patience }) => {
    await agent.explained(() => patience.until(connection.logout()));
    await terminal.stderr.tell('You are logged out.\n');
    return 0;
  });
}
