/** Functions that wrap the handlers of messages, and the handlers that they return. */
import type { Handler } from '@acp-stack/rpc';
import { methods } from '@acp-stack/schema/v2/unstable';

import { passNotification, passRequest } from './stage-call.ts';

/** Returns the handler of a message in place of `next`, which passes the message on; or `next`. */
export type WrapHandler = (next: Handler, method: string) => Handler;

/** Which handlers are wrapped, by where the messages come from. */
export interface HandlerWrapper {
  /** Wraps the handlers of messages of the client. */
  readonly fromClient?: WrapHandler;
  /** Wraps the handlers of messages of the agent. */
  readonly fromAgent?: WrapHandler;
}

/** Wraps the handler that passes a message on; undefined if it is not changed. Throws if `wrap` returns no handler. */
export function wrappedHandler(
  name: string,
  wrap: WrapHandler,
  { method, kind }: { readonly method: string; readonly kind: Handler['kind'] },
): Handler | undefined {
  const next = kind === 'request' ? passRequest : passNotification;
  const made: unknown = wrap(next, method);
  if (made === next) return undefined;
  if (isHandler(made)) return made;
  const got = made === null ? 'null' : typeof made === 'object' ? 'something else' : `a value of type ${typeof made}`;
  throw new TypeError(
    `The wrapper ${name} must return a handler, { kind, run }, or next for ${method}; it returned ${got}.`,
  );
}

const isHandler = (value: unknown): value is Handler =>
  typeof value === 'object' &&
  value !== null &&
  'kind' in value &&
  (value.kind === 'request' || value.kind === 'notification') &&
  'run' in value &&
  typeof value.run === 'function';

/** Throws if `wrapper` does not return handlers for the methods of the protocol. */
export function checkWrapper(name: string, wrapper: HandlerWrapper): void {
  for (const wrap of [wrapper.fromClient, wrapper.fromAgent]) {
    if (wrap === undefined) continue;
    if (typeof wrap !== 'function') throw new TypeError(`fromClient and fromAgent of ${name} must be functions.`);
    for (const { name: method } of Object.values(methods))
      for (const kind of ['request', 'notification'] as const) wrappedHandler(name, wrap, { method, kind });
  }
}
