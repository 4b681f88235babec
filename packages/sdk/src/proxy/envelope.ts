/**
 * The envelope in which a proxy and its conductor put messages to and from the successor (PROXY-04, PROXY-06).
 *
 * The wrapped message has no id of its own: the outer id decides whether it is a request. Responses are never wrapped.
 * Metadata of the envelope, `_meta` or the older `meta`, belongs to one hop: handlers see it and may write it, and it
 * is not passed on.
 */
import { isJsonObject, type JsonObject } from '@acp-stack/schema/json-object';
import { methods } from '@acp-stack/schema/v2/unstable';

import { unknownFields } from './extra-fields.ts';

/** The method that wraps messages: that of the schema, or that of conductors from before it. */
export type ProxyEnvelope = 'proxy/successor' | '_proxy/successor';

const startNames = new Set<string>([methods['proxy/initialize'].name, ...methods['proxy/initialize'].also]);
const envelopeNames = new Set<string>([methods['proxy/successor'].name, ...methods['proxy/successor'].also]);

/** Whether `method` starts a proxy. */
export const isProxyInitialize = (method: string): boolean => startNames.has(method);

/** Whether `method` wraps a message to or from the successor. */
export const isProxyEnvelope = (method: unknown): boolean => typeof method === 'string' && envelopeNames.has(method);

/** The envelope of a conductor that starts its proxies with `method`. */
export const envelopeOf = (method: string): ProxyEnvelope =>
  method.startsWith('_') ? '_proxy/successor' : 'proxy/successor';

/** The message inside `envelope`, with the outer id and the other outer fields; undefined when there is none. */
export function unwrapped(envelope: JsonObject): JsonObject | undefined {
  const { id, params } = envelope;
  if (!isJsonObject(params)) return undefined;
  const { method, params: inner } = params;
  if (typeof method !== 'string' || isProxyEnvelope(method)) return undefined;
  // Absent and null mean the same in an envelope, and outside only absence is allowed.
  const hasParams = inner !== undefined && inner !== null;
  // Nearly all are like this; copying the other fields takes ten times as long.
  if (hasParams && unknownFields(envelope) === undefined) {
    return id === undefined ? { jsonrpc: '2.0', method, params: inner } : { jsonrpc: '2.0', id, method, params: inner };
  }
  const { params: _, ...outer } = envelope;
  return hasParams ? { ...outer, method, params: inner } : { ...outer, method };
}

/** The metadata of the envelope `outer`. */
export function envelopeMetaOf({ params }: JsonObject): JsonObject | undefined {
  if (!isJsonObject(params)) return undefined;
  const meta = params['_meta'] ?? params['meta'];
  return isJsonObject(meta) ? meta : undefined;
}

/** `inner` in an envelope that carries its id and its other fields. */
export function wrapped(
  { method, params, ...inner }: JsonObject,
  envelope: ProxyEnvelope,
  meta?: JsonObject,
): JsonObject {
  const isOlder = envelope === '_proxy/successor';
  // Conductors from before the schema cannot read an envelope without params.
  const carried = params === undefined ? (isOlder ? { params: null } : {}) : { params };
  const written = meta === undefined ? {} : { [isOlder ? 'meta' : '_meta']: meta };
  return { ...inner, method: envelope, params: { method, ...carried, ...written } };
}
