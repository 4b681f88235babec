/** The folder in which the agent keeps its sessions and credentials. */
import { join } from 'node:path';

import { dataFolder as userDataFolder, type Environment } from '@acp-stack/workspace/user-folders';

/** Returns `ACP_AGENT_DATA`, or `agent` in the user's data folder. */
export function agentDataFolder(env: Environment): string {
  const { ACP_AGENT_DATA } = env;
  if (ACP_AGENT_DATA !== undefined && ACP_AGENT_DATA !== '') return ACP_AGENT_DATA;
  return join(userDataFolder(env), 'agent');
}
