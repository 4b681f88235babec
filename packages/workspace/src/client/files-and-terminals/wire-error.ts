/** Errors of the workspace as errors of the protocol: a code, the path, and one sentence. */
import { pathToFileURL } from 'node:url';

import { RpcError } from '@acp-stack/rpc';
import { errorCodes } from '@acp-stack/schema/v2/unstable';

import { isAbsolutePath } from '../../paths/path-rules.ts';
import { WorkspaceError, type WorkspaceErrorCode } from '../../contract/workspace-error.ts';

/** Errors that the request did not cause; all others mean that the request is not valid. */
const ourFault: ReadonlySet<WorkspaceErrorCode> = new Set(['denied', 'disk-full', 'limit', 'closed', 'failed']);

/** Converts an error of the workspace; any other error is returned unchanged. */
function wireError(error: unknown): unknown {
  if (!(error instanceof WorkspaceError)) return error;
  const { code, path, message } = error;
  const place = path === undefined ? {} : { path };
  // A missing file is a resource, which is identified by its URI (FS-06).
  const address =
    code === 'missing' && path !== undefined && isAbsolutePath(path) ? { uri: pathToFileURL(path).href } : {};
  return new RpcError(wireCode(code), message, { data: { reason: code, ...place, ...address }, cause: error });
}

function wireCode(code: WorkspaceErrorCode): number {
  if (code === 'missing') return errorCodes.resource_not_found;
  return ourFault.has(code) ? errorCodes.internal_error : errorCodes.invalid_params;
}

/** Runs `work`; rejects with an error for the wire if it throws a `WorkspaceError`. */
export async function withWireErrors<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw wireError(error);
  }
}
