/** Finds the session of an invitation. */
import { isJsonObject } from '@acp-stack/schema/json-object';

import { CommandDeadline } from '../../connect/command-deadline.ts';
import { connectAgent, type ConnectedAgent } from '../../connect/connect-agent.ts';
import { requestTimeoutSeconds } from '../../connect/request-timeout.ts';
import type { Preparation } from '../../connect/run-with-agent.ts';
import { CommandError, exitCodes } from '../../errors/command-error.ts';

/**
 * The id of the session. With `secret` the user, who has an account, becomes a member; without it the connection is
 * that of a guest, for whom only one session exists.
 */
export async function acceptInvitation(
  secret: string | undefined,
  { server, log, trace }: Preparation,
  version: string,
): Promise<string> {
  const deadline = new CommandDeadline(requestTimeoutSeconds);
  let agent: ConnectedAgent | undefined;
  try {
    agent = await connectAgent(server, { log, trace, deadline, version });
    const { connection } = agent;
    const sessionId = await agent.explained(async () => {
      if (secret === undefined) return (await deadline.until(connection.listPage({}))).sessions[0]?.sessionId;
      const result = await deadline.until(connection.request('_acp-stack.dev/hub/accept_invitation', { secret }));
      return isJsonObject(result) && typeof result['sessionId'] === 'string' ? result['sessionId'] : undefined;
    });
    if (sessionId !== undefined) return sessionId;
  } finally {
    await agent?.close();
    deadline[Symbol.dispose]();
  }
  throw new CommandError(exitCodes.noSession, 'this invitation leads to no session any more; ask for a new one');
}
