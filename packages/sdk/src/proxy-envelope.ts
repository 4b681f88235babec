/**
 * How a proxy and its conductor write messages to and from the successor (PROXY-04, PROXY-06).
 *
 * The wrapped message has no id of its own: the outer one decides whether it is a request. Responses are never wrapped. Metadata of the
 * wrapper, `_meta` or the older `meta`, belongs to one hop and is not passed on.
 */
import { methods } from '@acp-stack/schema/v2/unstable';

/** The name under which messages are wrapped: that of the schema, or the one of conductors from before it. */
export type ProxyEnvelope = 'proxy/successor' | '_proxy/successor';

type Fields = Readonly<Record<string, unknown>>;

const startNames = new Set<string>([methods['proxy/initialize'].name, ...methods['proxy/initialize'].also]);
const envelopeNames = new Set<string>([methods['proxy/successor'].name, ...methods['proxy/successor'].also]);

export const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether `method` starts a proxy. */
export const isProxyInitialize = (method: string): boolean => startNames.has(method);

/** Whether `method` wraps a message to or from the successor. */
export const isProxyEnvelope = (method: unknown): boolean => typeof method === 'string' && envelopeNames.has(method);

/** The envelope of a conductor that starts its proxies with `method`. */
export const envelopeOf = (method: string): ProxyEnvelope =>
  method.startsWith('_') ? '_proxy/successor' : 'proxy/successor';

/** The message inside `outer`, with the outer id; undefined when there is none. */
export function unwrapped({ jsonrpc, params, ...outer }: Fields): Fields | undefined {
  if (!isObject(params) || typeof params['method'] !== 'string' || isProxyEnvelope(params['method'])) return undefined;
  const id = 'id' in outer ? { id: outer['id'] } : {};
  // Absent and null mean the same in an envelope, and outside only absence is allowed.
  const inner = params['params'] === undefined || params['params'] === null ? {} : { params: params['params'] };
  return { jsonrpc, ...id, method: params['method'], ...inner };
}

/** `inner` in an envelope that carries its id. */
export function wrapped({ jsonrpc, method, params, ...inner }: Fields, envelope: ProxyEnvelope): Fields {
  const id = 'id' in inner ? { id: inner['id'] } : {};
  // Conductors from before the schema cannot read an envelope without params.
  const carried = params === undefined ? (envelope === '_proxy/successor' ? { params: null } : {}) : { params };
  return { jsonrpc, ...id, method: envelope, params: { method, ...carried } };
}
