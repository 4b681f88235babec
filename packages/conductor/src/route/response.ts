/** Responses, as far as a conductor looks at them. */
import type { RequestId } from '@acp-stack/rpc';
import { isJsonObject, type JsonObject } from '@acp-stack/schema/json-object';

import type { RoutedResponse } from '../envelope/routed-message.ts';

/** Whether a response has a result or an error, in the form of JSON-RPC. */
export function isUsualResponse(message: JsonObject): boolean {
  const { result, error } = message;
  if (message['jsonrpc'] !== '2.0' || message['method'] !== undefined) return false;
  if (error === undefined) return result !== undefined || 'result' in message;
  if (result !== undefined || !isJsonObject(error)) return false;
  return typeof error['code'] === 'number' && typeof error['message'] === 'string';
}

/** How many fields a response has if JSON-RPC defines them all. */
const usualFields = 3;

/** `response` with another id. */
export function responseWithId({ fields }: RoutedResponse, id: RequestId): JsonObject {
  const { result } = fields;
  return result !== undefined && Object.keys(fields).length === usualFields
    ? { jsonrpc: '2.0', id, result }
    : { ...fields, id };
}
