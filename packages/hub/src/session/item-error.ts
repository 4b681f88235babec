/** Errors as clients get them in the result of an item. */
import { ConnectionError, RpcError, rpcCodes, type ErrorObject } from '@acp-stack/rpc';
import { CapabilityError } from '@acp-stack/sdk';

import { interruptedItem } from './ended-work.ts';

/** The error of a request whose params are wrong. */
export const invalidParams = (message: string): RpcError => new RpcError(rpcCodes.invalidParams, message);

/** Whether the connection to the agent has ended, so that what it did is unknown. */
export const isConnectionLoss = (error: unknown): boolean =>
  error instanceof ConnectionError && error.code === 'closed';

/** The error object for a client. */
export function errorObject(error: unknown): ErrorObject {
  if (error instanceof RpcError) return error.toObject();
  if (error instanceof CapabilityError) {
    const { method, capability, message } = error;
    return { code: rpcCodes.methodNotFound, message, data: { method, capability } };
  }
  if (isConnectionLoss(error)) return interruptedItem;
  return { code: rpcCodes.internalError, message: error instanceof Error ? error.message : 'Internal error' };
}
