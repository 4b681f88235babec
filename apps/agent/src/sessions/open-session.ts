/** Opens a session for work; everything that only sessions need comes along with this module, so an agent starts without it. */
import { RpcError, rpcCodes } from '@acp-stack/rpc';
import { WorkspaceError } from '@acp-stack/workspace';

import { SessionWork, type SessionWorkInit } from './session-work.ts';

/** A directory that cannot be used is the client's mistake, and said so. */
export async function openSession(init: SessionWorkInit): Promise<SessionWork> {
  try {
    return await SessionWork.open(init);
  } catch (error) {
    if (!(error instanceof WorkspaceError)) throw error;
    throw new RpcError(rpcCodes.invalidParams, error.message, { data: { path: error.path ?? null }, cause: error });
  }
}
