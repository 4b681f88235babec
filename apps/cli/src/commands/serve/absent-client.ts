/** Answers the agent in place of a client that is gone. */
import { rpcCodes } from '@acp-stack/rpc';
import type { MethodName as MethodName1 } from '@acp-stack/schema/v1';
import type { MethodName as MethodName2 } from '@acp-stack/schema/v2';

import type { Fields } from './message-fields.ts';

type Method = MethodName1 | MethodName2;

/** Questions to the user, which have an answer for nobody deciding; everything else fails. */
const undecided: ReadonlyMap<unknown, Fields> = new Map<Method, Fields>([
  ['session/request_permission', { outcome: { outcome: 'cancelled' } }],
  ['elicitation/create', { action: 'cancel' }],
]);

/** The answer to the request `id` of the agent. */
export function absentAnswer(id: unknown, method: unknown): Fields {
  const result = undecided.get(method);
  if (result !== undefined) return { jsonrpc: '2.0', id, result };
  return {
    jsonrpc: '2.0',
    id,
    error: { code: rpcCodes.internalError, message: 'The client of this session is gone.' },
  };
}
