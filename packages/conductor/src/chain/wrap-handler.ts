/** A proxy that is a function: it wraps the handlers of messages where they pass, and costs no messages. */
import type { ProxyComponent } from '@acp-stack/sdk';

import { checkWrapper, type HandlerWrapper } from '../route/handler-wrapper.ts';
import { chain } from './chain.ts';

/** A proxy that a chain runs without a connection. */
export interface WrappingProxy extends ProxyComponent {
  /** It is always a proxy. */
  readonly role: 'proxy';
  /** What it wraps. */
  readonly wrapper: HandlerWrapper;
}

/**
 * Makes a proxy of functions that wrap handlers: each returns the handler of a message in place of `next`, or `next`
 * itself, and then the messages of that method pass without being looked at. Throws if a function returns no handler
 * for a method of the protocol.
 *
 * Handlers see params and results as they travel, in the version of the neighbours. The order is that of `proxy()`:
 * while the handler of a notification has not finished, what follows in its session waits. What a handler throws goes
 * to `onEvent` of the chain, or to the log if there is none.
 */
export function wrapHandler(name: string, wrapper: HandlerWrapper): WrappingProxy {
  checkWrapper(name, wrapper);
  const made: WrappingProxy = { name, role: 'proxy', wrapper, start: (options) => chain(made).start(options) };
  return made;
}
