/**
 * Opens a session. All modules that only sessions need are loaded with this one, so that the agent starts without them.
 */
import { RpcError, rpcCodes } from '@acp-stack/rpc';
import { WorkspaceError } from '@acp-stack/workspace';

import { SessionController, type SessionControllerInit } from './session-controller.ts';

/** Opens a session; a directory that cannot be used is an error of the client's params. */
export async function openSession(init: SessionControllerInit): Promise<SessionController> {
  try {
    return await SessionController.open(init);
  } catch (error) {
    if (!(error instanceof WorkspaceError)) throw error;
    throw new RpcError(rpcCodes.invalidParams, error.message, { data: { path: error.path ?? null }, cause: error });
  }
}
