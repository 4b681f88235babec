/** Responds to the agent in place of a disconnected client. */
import { rpcCodes } from '@acp-stack/rpc';
import type { JsonObject } from '@acp-stack/schema/json-object';
import type { MethodName as MethodName1 } from '@acp-stack/schema/v1';
import type { MethodName as MethodName2 } from '@acp-stack/schema/v2';

type Method = MethodName1 | MethodName2;

/** Questions for the user have a result for "no decision"; every other request fails. */
const undecided: ReadonlyMap<unknown, JsonObject> = new Map<Method, JsonObject>([
  ['session/request_permission', { outcome: { outcome: 'cancelled' } }],
  ['elicitation/create', { action: 'cancel' }],
]);

/** The response to the request `id` of the agent. */
export function absentResponse(id: unknown, method: unknown): JsonObject {
  const result = undecided.get(method);
  if (result !== undefined) return { jsonrpc: '2.0', id, result };
  return {
    jsonrpc: '2.0',
    id,
    error: { code: rpcCodes.internalError, message: 'The client of this session has disconnected.' },
  };
}
