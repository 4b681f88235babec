/**
 * How proxies and conductors of different ages call the same things.
 *
 * `current` is the specification. `prefixed` is spoken by the conductors and proxies that were released before it.
 * `handshake` is the oldest: a proxy is started by `initialize` with a mark in `_meta`, and requests and notifications
 * have envelopes of their own.
 */
import { isJsonObject, type JsonObject } from '@acp-stack/schema/json-object';
import { methods } from '@acp-stack/schema/v2/unstable';

/** The names and habits of one dialect. */
export interface Dialect {
  readonly name: 'current' | 'prefixed' | 'handshake';
  /** What starts a proxy. */
  readonly initialize: string;
  readonly requestEnvelope: string;
  readonly notificationEnvelope: string;
  /** Whether an envelope without params cannot be read, so that `null` is written. */
  readonly needsParams: boolean;
  /** The text between the id and the message inside an envelope, by kind. */
  readonly requestOpening: string;
  readonly notificationOpening: string;
  /** The params that start a proxy. */
  readonly startParams: (params: unknown) => unknown;
}

/** The request that starts an agent. */
export const initializeMethod: string = methods['initialize'].name;
/** The notification that cancels a request of the same connection. */
export const cancelMethod: string = methods['$/cancel_request'].name;

const {
  name: proxyInitialize,
  also: [proxyInitializeOlder = proxyInitialize],
} = methods['proxy/initialize'];
const {
  name: successor,
  also: [successorOlder = successor],
} = methods['proxy/successor'];

/** The text of an envelope between its id and the message inside. */
export const envelopeOpening = (method: string): string => `"method":${JSON.stringify(method)},"params":{`;

function dialect(
  name: Dialect['name'],
  {
    initialize,
    request,
    notification = request,
  }: Readonly<Record<'initialize' | 'request', string>> & {
    readonly notification?: string;
  },
  startParams: Dialect['startParams'] = (params) => params,
): Dialect {
  return {
    name,
    initialize,
    requestEnvelope: request,
    notificationEnvelope: notification,
    needsParams: name !== 'current',
    requestOpening: envelopeOpening(request),
    notificationOpening: envelopeOpening(notification),
    startParams,
  };
}

/** The dialect of the specification. */
export const current: Dialect = dialect('current', { initialize: proxyInitialize, request: successor });
const prefixed = dialect('prefixed', { initialize: proxyInitializeOlder, request: successorOlder });
const handshake = dialect(
  'handshake',
  {
    initialize: initializeMethod,
    request: '_proxy/successor/request',
    notification: '_proxy/successor/notification',
  },
  withProxyMark,
);

/** All dialects, in the order in which a component is tried. */
export const dialects: readonly Dialect[] = [current, prefixed, handshake];

const byEnvelope = new Map<string, Dialect>(
  dialects.flatMap((each) => [[each.requestEnvelope, each] as const, [each.notificationEnvelope, each] as const]),
);
const byInitialize = new Map<string, Dialect>([
  [current.initialize, current],
  [prefixed.initialize, prefixed],
]);

/** The dialect that has this envelope; undefined if the method wraps nothing. */
export const dialectOfEnvelope = (method: string): Dialect | undefined => byEnvelope.get(method);

/** The dialect that starts a proxy with this method; undefined if the method starts none. */
export const dialectOfInitialize = (method: string): Dialect | undefined => byInitialize.get(method);

function withProxyMark(params: unknown): unknown {
  const given: JsonObject = isJsonObject(params) ? params : {};
  const meta = isJsonObject(given['_meta']) ? given['_meta'] : {};
  const symposium = isJsonObject(meta['symposium']) ? meta['symposium'] : {};
  return { ...given, _meta: { ...meta, symposium: { version: '1.0', ...symposium, proxy: true } } };
}
