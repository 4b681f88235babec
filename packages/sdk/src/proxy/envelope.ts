/**
 * The envelope in which a proxy and its conductor put messages to and from the successor (PROXY-04, PROXY-06).
 *
 * The wrapped message has no id of its own: the outer id decides whether it is a request. Responses are never wrapped.
 * Metadata of the envelope, `_meta` or the older `meta`, belongs to one hop: handlers see it and may write it, and it
 * is not passed on.
 */
import { methods } from '@acp-stack/schema/v2/unstable';

import { isObject, type JsonObject } from '../shared/json-object.ts';

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

/** The message inside `outer`, with the outer id and the other outer fields; undefined when there is none. */
export function unwrapped({ params, ...outer }: JsonObject): JsonObject | undefined {
  if (!isObject(params) || typeof params['method'] !== 'string' || isProxyEnvelope(params['method'])) return undefined;
  // Absent and null mean the same in an envelope, and outside only absence is allowed.
  const inner = params['params'] === undefined || params['params'] === null ? {} : { params: params['params'] };
  return { ...outer, method: params['method'], ...inner };
}

/** The metadata of the envelope `outer`. */
export function envelopeMetaOf({ params }: JsonObject): JsonObject | undefined {
  if (!isObject(params)) return undefined;
  const meta = params['_meta'] ?? params['meta'];
  return isObject(meta) ? meta : undefined;
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
