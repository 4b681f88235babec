/** A proxy that is a function: it wraps the handlers of messages where they pass, and costs no messages. */
import type { ProxyComponent } from '@acp-stack/sdk';

import type { HandlerWrapper } from '../route/wrap-stage.ts';
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
 * itself, and then the messages of that method pass without being looked at.
 *
 * Handlers see params and results as they travel, in the version of the neighbours. They run when a message arrives and
 * keep the order if they call `next` at once; what they do later does not hold up the messages behind.
 */
export function wrapHandler(name: string, wrapper: HandlerWrapper): WrappingProxy {
  const made: WrappingProxy = { name, role: 'proxy', wrapper, start: (options) => chain(made).start(options) };
  return made;
}
