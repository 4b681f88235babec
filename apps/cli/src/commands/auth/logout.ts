/** `acp auth logout`. */
import { RpcError, rpcCodes } from '@acp-stack/rpc';

import { CommandError, exitCodes } from '../../errors/command-error.ts';
import { prepare, runWithAgent, type AgentInvocation } from '../../connect/run-with-agent.ts';
import type { Terminal } from '../../terminal/terminal.ts';

export async function logout(command: AgentInvocation, terminal: Terminal): Promise<number> {
  const prepared = await prepare(command, terminal);
  return runWithAgent(command, prepared, {}, async ({ agent, connection, deadline }) => {
    if (connection.authMethods.length === 0)
      throw new CommandError(exitCodes.failed, 'this agent has no login methods, so you cannot log out');
    await agent.explained(() => deadline.until(connection.logout().catch(explain)));
    await terminal.stderr.tryWrite('You are logged out.\n');
    return 0;
  });
}

/** Version 1 agents may not support logging out. */
function explain(error: unknown): never {
  if (!(error instanceof RpcError) || error.code !== rpcCodes.methodNotFound) throw error;
  const words = 'this agent does not support logout; see its documentation';
  throw new CommandError(exitCodes.failed, words, { cause: error });
}
