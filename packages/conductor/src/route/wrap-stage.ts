/**
 * A stage: a place in a chain where handlers are wrapped. It has no connection, so what passes it costs no message.
 *
 * A message whose handler is not wrapped goes straight on. A wrapped handler runs when its message arrives; while that
 * of a notification has not finished, what follows in its session waits.
 */
import { describeError, isThenable, type Handler } from '@acp-stack/rpc';
import { methods } from '@acp-stack/schema/v2/unstable';

import type { RoutedCall } from '../envelope/routed-message.ts';
import type { Observe } from '../observe/chain-event.ts';
import type { Flow } from './flow.ts';
import { wrappedHandler, type HandlerWrapper, type WrapHandler } from './handler-wrapper.ts';
import type { Source, Target } from './pending.ts';
import type { End } from './port.ts';
import { refuse } from './refuse.ts';
import { errorOf, readingOf, run, StageContext, StageRequest, type StageCall } from './stage-call.ts';
import { StageOrder } from './stage-order.ts';

/** Cancelling a turn waits for nothing. */
const cancelTurnMethod: string = methods['session/cancel'].name;

/** What the two ends of a stage need. */
export interface StageOptions {
  readonly target: Target;
  readonly flow: Flow;
  readonly observe: Observe | undefined;
}

/** Makes a stage. What is before it in the chain is linked to `near`, what is after it to `far`. */
export function wrapStage(
  name: string,
  { fromClient, fromAgent }: HandlerWrapper,
  options: StageOptions,
): {
  readonly near: End;
  readonly far: End;
} {
  const near: StageEnd = new StageEnd(name, options, fromClient, () => far);
  const far: StageEnd = new StageEnd(name, options, fromAgent, () => near);
  return { near, far };
}

/** What arrives at one end is handled, and goes on to the target of the other end. */
class StageEnd implements End {
  readonly connection: { readonly name: string };
  target: Target;
  readonly #wrap: WrapHandler | undefined;
  readonly #other: () => StageEnd;
  readonly #flow: Flow;
  readonly #observe: Observe | undefined;
  readonly #order: StageOrder;
  readonly #handlers = new Map<string, Handler | undefined>();

  constructor(
    name: string,
    { target, flow, observe }: StageOptions,
    wrap: WrapHandler | undefined,
    other: () => StageEnd,
  ) {
    this.connection = { name };
    this.target = target;
    this.#flow = flow;
    this.#observe = observe;
    this.#order = new StageOrder(name, flow);
    this.#wrap = wrap;
    this.#other = other;
  }

  request(source: Source, message: RoutedCall): void {
    this.#order.request(source, message, () => {
      const other = this.#other();
      let handler: Handler | undefined;
      try {
        handler = this.#handlerOf(message.method, 'request');
      } catch (error) {
        this.#failed(source, message, error);
        refuse(source, message, errorOf(error));
        return;
      }
      if (handler === undefined) other.target.request(other.inOrder(source, message), message);
      else
        new StageRequest(this.#callOf(source, message), (error) => {
          this.#failed(source, message, error);
        }).run(handler);
    });
  }

  notify(source: Source, message: RoutedCall): void {
    let handler: Handler | undefined;
    try {
      handler = this.#handlerOf(message.method, 'notification');
    } catch (error) {
      this.#failed(source, message, error);
      return;
    }
    if (handler === undefined && this.#order.isIdle) {
      this.#other().target.notify(source, message);
      return;
    }
    const start = (): PromiseLike<unknown> | undefined => {
      if (handler !== undefined) return this.#run(handler, source, this.#callOf(source, message));
      this.#other().target.notify(source, message);
      return undefined;
    };
    if (message.method === cancelTurnMethod || (handler?.kind === 'notification' && handler.overtakes === true)) {
      this.#order.overtake(message);
      void start();
    } else this.#order.notification(message, start);
  }

  /** Returns the source of a request that goes out here: its response does not overtake what is being handled here. */
  inOrder(source: Source, message: RoutedCall): Source {
    return this.#wrap === undefined ? source : this.#order.orderResponses(source, message);
  }

  /** Runs the handler of a notification; returns a promise if it has not finished, which never rejects. */
  #run(handler: Handler, source: Source, call: StageCall): PromiseLike<unknown> | undefined {
    const failed = (error: unknown): void => {
      this.#failed(source, call.message, error);
    };
    try {
      const done = run(handler, call.message.params, new StageContext(call));
      return isThenable(done) ? done.then(undefined, failed) : undefined;
    } catch (error) {
      failed(error);
      return undefined;
    }
  }

  /** Tells the observer that a handler has failed, or the log if there is none. */
  #failed(source: Source, { method, fields: message }: RoutedCall, error: unknown): void {
    const { name } = this.connection;
    const reason = `The handler of ${method} in ${name} has failed: ${describeError(error)}`;
    if (this.#observe !== undefined) this.#observe({ kind: 'refused', from: source.name, reason, message });
    // oxlint-disable-next-line no-console -- there is no other place to report it.
    else console.error(`${reason}; pass onEvent to receive this error instead.`, error);
  }

  #callOf(source: Source, message: RoutedCall): StageCall {
    const other = this.#other();
    return {
      name: this.connection.name,
      source,
      message,
      onward: other.target,
      back: this.target,
      order: this.#order,
      sourceOf: (inner) => other.inOrder(inner, message),
      reading: readingOf(this.#flow),
    };
  }

  /** The wrapped handler; undefined if the messages of this method pass. Wrapped once for each method. */
  #handlerOf(method: string, kind: Handler['kind']): Handler | undefined {
    if (this.#wrap === undefined) return undefined;
    const key = `${kind} ${method}`;
    if (this.#handlers.has(key)) return this.#handlers.get(key);
    const handler = wrappedHandler(this.connection.name, this.#wrap, { method, kind });
    if (this.#handlers.size < maxMethods) this.#handlers.set(key, handler);
    return handler;
  }
}

/** There are few methods; names that are made at run time must not fill the memory. */
const maxMethods = 1000;
