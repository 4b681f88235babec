/** What an agent is told when the workspace refuses it: a code of the protocol, the path, and one sentence. */
import { pathToFileURL } from 'node:url';

import { RpcError } from '@acp-stack/rpc';
import { errorCodes } from '@acp-stack/schema/v2/unstable';

import { isAbsolutePath } from '../../paths/path-rules.ts';
import { WorkspaceError, type WorkspaceErrorCode } from '../../contract/workspace-error.ts';

/** What is not the fault of the request; everything else asks for something that cannot be had. */
const ourFault: ReadonlySet<WorkspaceErrorCode> = new Set(['denied', 'disk-full', 'limit', 'closed', 'failed']);

/** The error for the wire; one that is no failure of the workspace stays as it is. */
function wireError(error: unknown): unknown {
  if (!(error instanceof WorkspaceError)) return error;
  const { code, path, message } = error;
  const place = path === undefined ? {} : { path };
  // A file that is not there is a resource, which goes by its address (FS-06).
  const address =
    code === 'missing' && path !== undefined && isAbsolutePath(path) ? { uri: pathToFileURL(path).href } : {};
  return new RpcError(wireCode(code), message, { data: { reason: code, ...place, ...address }, cause: error });
}

function wireCode(code: WorkspaceErrorCode): number {
  if (code === 'missing') return errorCodes.resource_not_found;
  return ourFault.has(code) ? errorCodes.internal_error : errorCodes.invalid_params;
}

/** Does `work`, and says on the wire why it failed. */
export async function answering<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw wireError(error);
  }
}
