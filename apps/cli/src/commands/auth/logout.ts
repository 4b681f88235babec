/** `acp auth logout`. */
import { RpcError, rpcCodes } from '@acp-stack/rpc';

import { CommandError, exitCodes } from '../../errors/command-error.ts';
import { prepare, runWithAgent, type AgentInvocation } from '../../connect/run-with-agent.ts';
import type { Terminal } from '../../terminal/terminal.ts';

export async function logout(command: AgentInvocation, terminal: Terminal): Promise<number> {
  const prepared = await prepare(command, terminal);
  return runWithAgent(command, prepared, {}, async ({ agent, connection, deadline }) => {
    if (connection.authMethods.length === 0)
      throw new CommandError(exitCodes.failed, 'this agent offers no login, so there is none to forget');
    await agent.explained(() => deadline.until(connection.logout().catch(explain)));
    await terminal.stderr.tell('You are logged out.\n');
    return 0;
  });
}

/** Version 1 lets agents log in that cannot log out. */
function explain(error: unknown): never {
  if (!(error instanceof RpcError) || error.code !== rpcCodes.methodNotFound) throw error;
  const words = 'this agent has no way to log out; remove what it keeps about you in its own way';
  throw new CommandError(exitCodes.failed, words, { cause: error });
}
