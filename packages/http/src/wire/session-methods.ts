/**
 * What the methods of the protocol mean for the event stream of a session.
 *
 * The compiler checks the names against the method tables of the schema.
 */
import type { MethodName as MethodName1 } from '@acp-stack/schema/v1/unstable';
import type { MethodName as MethodName2 } from '@acp-stack/schema/v2/unstable';

type Method = MethodName1 | MethodName2;

/** The request that begins a connection. */
export const initializeMethod: Method = 'initialize';

const proxyInitialize: Method = 'proxy/initialize';
/** The requests that begin a connection to a proxy; the second is older. */
const proxyBeginnings: ReadonlySet<unknown> = new Set([proxyInitialize, `_${proxyInitialize}`]);

/** Whether `method` begins a connection to a proxy. */
export const startsProxy = (method: unknown): boolean => proxyBeginnings.has(method);

const closing = methodSet(['session/close', 'session/delete', 'nes/close']);
const reopening = methodSet(['session/load', 'session/resume']);
const opening = methodSet(['session/new', 'session/load', 'session/fork']);
const needing = methodSet([
  'session/cancel',
  'session/close',
  'session/delete',
  'session/fork',
  'session/load',
  'session/prompt',
  'session/resume',
  'session/set_config_option',
  'session/set_mode',
]);

/** Whether the session is closed once `method` has succeeded. */
export const closesSession = (method: string): boolean => closing.has(method);

/** Whether `method` restores a session, and with it a lost event stream. */
export const reopensSession = (method: string): boolean => reopening.has(method);

/** Whether the response to `method` comes on the connection's stream even if its params name a session. */
export const opensSession = (method: unknown): boolean => opening.has(method);

/** Whether `method` is always about a session, even if its params name none. */
export const needsSessionId = (method: unknown): boolean => needing.has(method);

function methodSet(names: readonly Method[]): ReadonlySet<unknown> {
  return new Set(names);
}
