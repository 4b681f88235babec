/** Paths in the protocol are absolute (GEN-04). What counts as absolute does not depend on the platform. */
import { RpcError, rpcCodes } from '@acp-stack/rpc';

/** Whether `path` begins at a root: `/`, a drive, or a network share. */
export function isAbsolutePath(path: string): boolean {
  return /^(?:\/|[A-Za-z]:[\\/]|\\\\)/u.test(path);
}

/** Throws -32602 if `path` is not absolute. */
export function requireAbsolutePath(field: string, path: string): void {
  if (isAbsolutePath(path)) return;
  throw new RpcError(rpcCodes.invalidParams, `${field} must be an absolute path.`, { data: { [field]: path } });
}
