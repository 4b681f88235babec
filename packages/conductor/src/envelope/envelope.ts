/**
 * Puts messages to and from a successor into envelopes, and takes them out.
 *
 * The message inside has no id of its own: the outer id decides whether it is a request. Fields of the message that
 * JSON-RPC does not define stay outside. Metadata of the envelope concerns one hop and is not passed on.
 */
import type { RequestId } from '@acp-stack/rpc';

import type { Dialect } from './dialect.ts';
import { isObject, type JsonObject } from './json-object.ts';
import { bodyInside } from './message-text.ts';

/** How many fields a message with params has if JSON-RPC defines them all. */
const fieldsOfNotification = 3;
const fieldsOfRequest = 4;

/** Whether a message has params and no field that JSON-RPC does not define. */
const isUsual = (message: JsonObject, isRequest: boolean): boolean =>
  message['params'] !== undefined &&
  Object.keys(message).length === (isRequest ? fieldsOfRequest : fieldsOfNotification);

/** The message in an envelope, with the outer id and other outer fields; undefined if there is none. */
export function unwrapped(outer: JsonObject, isRequest: boolean): JsonObject | undefined {
  const { params } = outer;
  if (!isObject(params)) return undefined;
  const { method, params: inner } = params;
  if (typeof method !== 'string') return undefined;
  // Absent and null mean the same in an envelope, and outside only absence is allowed.
  const hasParams = inner !== undefined && inner !== null;
  if (hasParams && typeof inner !== 'object') return undefined;
  if (hasParams && isUsual(outer, isRequest)) {
    return isRequest
      ? { jsonrpc: '2.0', id: outer['id'], method, params: inner }
      : { jsonrpc: '2.0', method, params: inner };
  }
  const { params: _, ...rest } = outer;
  return hasParams ? { ...rest, method, params: inner } : { ...rest, method };
}

/** The body of the message in an envelope with `body`; undefined if the message has to be serialized. */
export function unwrappedBody(
  outer: JsonObject,
  body: string | undefined,
  { requestOpening, notificationOpening }: Dialect,
): string | undefined {
  const isRequest = 'id' in outer;
  if (body === undefined || !isUsual(outer, isRequest)) return undefined;
  const params = outer['params'] as JsonObject;
  if (params['params'] === undefined || params['params'] === null || Object.keys(params).length > 2) return undefined;
  return bodyInside(body, isRequest ? requestOpening : notificationOpening);
}

/** `message` in an envelope; with `id` as a request, without as a notification. */
export function wrapped(message: JsonObject, dialect: Dialect, id?: RequestId): JsonObject {
  const isRequest = id !== undefined;
  const { method, params } = message;
  const inner =
    params === undefined ? (dialect.needsParams ? { method, params: null } : { method }) : { method, params };
  if (isUsual(message, isRequest)) {
    return isRequest
      ? { jsonrpc: '2.0', id, method: dialect.requestEnvelope, params: inner }
      : { jsonrpc: '2.0', method: dialect.notificationEnvelope, params: inner };
  }
  return isRequest
    ? { ...message, id, method: dialect.requestEnvelope, params: inner }
    : { ...message, method: dialect.notificationEnvelope, params: inner };
}

/** Whether the body of `message` can be put into an envelope as it is. */
export const canWrapBody: (message: JsonObject, isRequest: boolean) => boolean = isUsual;
