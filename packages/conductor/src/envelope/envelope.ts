/**
 * Puts messages to and from a successor into envelopes, and takes them out.
 *
 * The message inside has no id of its own: the outer id decides whether it is a request. Fields of the message that
 * JSON-RPC does not define stay outside. Metadata of the envelope concerns one hop and is not passed on.
 */
import type { RequestId } from '@acp-stack/rpc';
import { isJsonObject, type JsonObject } from '@acp-stack/schema/json-object';

import { envelopeOpening, type Dialect } from './dialect.ts';
import { bodyInside } from './message-text.ts';
import { RoutedCall } from './routed-message.ts';

/** The message in an envelope, with the outer id and other outer fields; undefined if there is none. */
export function unwrapped(outer: RoutedCall, dialect: Dialect): RoutedCall | undefined {
  const { id, body, innerMethod: method } = outer;
  if (method !== undefined && body !== undefined) {
    const inside = bodyInside(body, envelopeOpening(outer.method));
    if (inside !== undefined) return RoutedCall.unparsed({ id, method, innerMethod: undefined }, inside);
  }
  const fields = unwrappedFields(outer);
  return fields === undefined ? undefined : RoutedCall.of(fields, unwrappedBody(outer, dialect));
}

function unwrappedFields(outer: RoutedCall): JsonObject | undefined {
  const { params } = outer;
  if (!isJsonObject(params)) return undefined;
  const { method, params: inner } = params;
  if (typeof method !== 'string') return undefined;
  // Absent and null mean the same in an envelope, and outside only absence is allowed.
  const hasParams = inner !== undefined && inner !== null;
  if (hasParams && typeof inner !== 'object') return undefined;
  if (hasParams && outer.isUsual) {
    return outer.id === undefined
      ? { jsonrpc: '2.0', method, params: inner }
      : { jsonrpc: '2.0', id: outer.id, method, params: inner };
  }
  const { params: _, ...rest } = outer.fields;
  return hasParams ? { ...rest, method, params: inner } : { ...rest, method };
}

/** The body of the message in an envelope; undefined if the message has to be serialized. */
function unwrappedBody(outer: RoutedCall, { requestOpening, notificationOpening }: Dialect): string | undefined {
  if (outer.body === undefined || !outer.isUsual) return undefined;
  const params = outer.params as JsonObject;
  if (params['params'] === undefined || params['params'] === null || Object.keys(params).length > 2) return undefined;
  return bodyInside(outer.body, outer.id === undefined ? notificationOpening : requestOpening);
}

/** `message` in an envelope; with `id` as a request, without as a notification. */
export function wrapped({ method, params, fields, isUsual }: RoutedCall, dialect: Dialect, id?: RequestId): JsonObject {
  const isRequest = id !== undefined;
  const inner =
    params === undefined ? (dialect.needsParams ? { method, params: null } : { method }) : { method, params };
  if (isUsual) {
    return isRequest
      ? { jsonrpc: '2.0', id, method: dialect.requestEnvelope, params: inner }
      : { jsonrpc: '2.0', method: dialect.notificationEnvelope, params: inner };
  }
  return isRequest
    ? { ...fields, id, method: dialect.requestEnvelope, params: inner }
    : { ...fields, method: dialect.notificationEnvelope, params: inner };
}
