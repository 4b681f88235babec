/** Opens the workspace of a session; a directory that cannot be used is an error of the client's params. */
import { RpcError, rpcCodes } from '@acp-stack/rpc';
import type { AgentSession } from '@acp-stack/sdk';
import { openWorkspace, WorkspaceError, type Workspace } from '@acp-stack/workspace';

/** High enough for a ranked search, which reads many matches; every search also has a limit of its own. */
const limits = { matches: 200_000 };

export async function openSessionWorkspace({ cwd, additionalDirectories }: AgentSession): Promise<Workspace> {
  try {
    return await openWorkspace({ cwd, additionalDirectories, limits });
  } catch (error) {
    if (!(error instanceof WorkspaceError)) throw error;
    throw new RpcError(rpcCodes.invalidParams, error.message, { data: { path: error.path ?? null }, cause: error });
  }
}
