/**
 * A place in a chain where handlers are wrapped, without a connection: what passes costs no message.
 *
 * A message whose handler is not wrapped goes straight on. A wrapped handler runs when its message arrives, before the
 * next message of that direction is looked at; messages do not wait for what it does later.
 */
import {
  describeError,
  isThenable,
  RpcError,
  rpcCodes,
  type ErrorObject,
  type Handler,
  type NotificationContext,
  type RequestContext,
} from '@acp-stack/rpc';

import type { JsonObject } from '../envelope/json-object.ts';
import { RoutedCall, RoutedResponse } from '../envelope/routed-message.ts';
import type { Observe } from '../observe/chain-event.ts';
import { errorObject, errorResponse } from './error-response.ts';
import { Pending, type Answerer, type Source, type Target } from './pending.ts';
import type { End } from './port.ts';

/** Returns the handler of a message in place of `next`, which passes the message on; or `next`. */
export type WrapHandler = (next: Handler, method: string) => Handler;

/** Which handlers are wrapped, by where the messages come from. */
export interface HandlerWrapper {
  /** Wraps the handlers of messages of the client. */
  readonly fromClient?: WrapHandler;
  /** Wraps the handlers of messages of the agent. */
  readonly fromAgent?: WrapHandler;
}

/** The two ends of the place: what is before it is linked to `near`, what is after it to `far`. */
export function wrapStage(
  name: string,
  { fromClient, fromAgent }: HandlerWrapper,
  { target, observe }: { readonly target: Target; readonly observe: Observe | undefined },
): {
  readonly near: End;
  readonly far: End;
} {
  const near: StageEnd = new StageEnd({ name, target, observe }, fromClient, () => far);
  const far: StageEnd = new StageEnd({ name, target, observe }, fromAgent, () => near);
  return { near, far };
}

/** What arrives at one end is handled, and goes on to the target of the other end. */
class StageEnd implements End {
  readonly connection: { readonly name: string };
  target: Target;
  readonly #wrap: WrapHandler | undefined;
  readonly #other: () => StageEnd;
  readonly #observe: Observe | undefined;
  readonly #handlers = new Map<string, Handler | undefined>();

  constructor(
    {
      name,
      target,
      observe,
    }: { readonly name: string; readonly target: Target; readonly observe: Observe | undefined },
    wrap: WrapHandler | undefined,
    other: () => StageEnd,
  ) {
    this.connection = { name };
    this.target = target;
    this.#observe = observe;
    this.#wrap = wrap;
    this.#other = other;
  }

  request(source: Source, message: RoutedCall): void {
    const onward = this.#other().target;
    const handler = this.#handlerOf(message.method, 'request');
    if (handler === undefined) onward.request(source, message);
    else new StageRequest(this.#callOf(onward, message), source).run(handler);
  }

  notify(source: Source, message: RoutedCall): void {
    const onward = this.#other().target;
    const handler = this.#handlerOf(message.method, 'notification');
    if (handler === undefined) {
      onward.notify(source, message);
      return;
    }
    const call = this.#callOf(onward, message);
    // Nothing waits for it, and a notification has no answer.
    const failed = (error: unknown): void => {
      const { name } = this.connection;
      const reason = `The handler of ${message.method} in ${name} has failed: ${describeError(error)}`;
      this.#observe?.({ kind: 'refused', from: source.name, reason, message: message.fields });
    };
    try {
      const done = run(handler, call.message.params, new StageContext(call, source));
      if (isThenable(done)) void done.then(undefined, failed);
    } catch (error) {
      failed(error);
    }
  }

  #callOf(onward: Target, message: RoutedCall): StageCall {
    return { name: this.connection.name, onward, back: this.target, message };
  }

  /** The wrapped handler; undefined if the messages of this method pass. Wrapped once for each method. */
  #handlerOf(method: string, kind: Handler['kind']): Handler | undefined {
    if (this.#wrap === undefined) return undefined;
    const key = `${kind} ${method}`;
    if (this.#handlers.has(key)) return this.#handlers.get(key);
    const next = kind === 'request' ? passRequest : passNotification;
    const wrapped = this.#wrap(next, method);
    const handler = wrapped === next ? undefined : wrapped;
    if (this.#handlers.size < mostMethods) this.#handlers.set(key, handler);
    return handler;
  }
}

/** There are few methods; names that are made at run time must not fill the memory. */
const mostMethods = 1000;

/** One message at a stage. */
interface StageCall {
  readonly name: string;
  readonly onward: Target;
  /** Where messages to the sender go. */
  readonly back: Target;
  readonly message: RoutedCall;
}

const run = (handler: Handler, params: unknown, context: StageContext): unknown =>
  handler.run((handler.parse === undefined ? params : handler.parse(params)) as never, context);

/** Passes the message of the context on, with these params. */
const passRequest: Handler = {
  kind: 'request',
  run: (params: unknown, context: RequestContext) => (context as StageContext).forward(params),
};
const passNotification: Handler = {
  kind: 'notification',
  run: (params: unknown, context: NotificationContext) => {
    (context as StageContext).pass(params);
  },
};

/** What a wrapped handler can do; `next.run` gets it too, and finds the message by it. */
class StageContext implements RequestContext {
  readonly #call: StageCall;
  readonly #source: Source;
  readonly #abort: AbortController | undefined;
  readonly #after: (() => void)[] = [];

  constructor(call: StageCall, source: Source, abort?: AbortController) {
    this.#call = call;
    this.#source = source;
    this.#abort = abort;
  }

  get method(): string {
    return this.#call.message.method;
  }

  get id(): RequestContext['id'] {
    return this.#call.message.id as RequestContext['id'];
  }

  get signal(): AbortSignal {
    return (this.#abort ?? new AbortController()).signal;
  }

  request(method: string, params?: unknown, { signal }: { readonly signal?: AbortSignal } = {}): Promise<unknown> {
    return ask(this.#call.back, this.#call.name, RoutedCall.of({ ...messageOf(method, params), id: null }), [signal]);
  }

  notify(method: string, params?: unknown): Promise<void> {
    this.#call.back.notify(nameless(this.#call.name), RoutedCall.of(messageOf(method, params)));
    return Promise.resolve();
  }

  afterResponse(work: () => void): void {
    this.#after.push(work);
  }

  /** Passes the request on; with other params it is serialized again. */
  forward(params: unknown): Promise<unknown> {
    return ask(this.#call.onward, this.#source.name, this.#with(params), [this.#abort?.signal]);
  }

  /** Passes the notification on. */
  pass(params: unknown): void {
    this.#call.onward.notify(this.#source, this.#with(params));
  }

  #with(params: unknown): RoutedCall {
    const { message } = this.#call;
    if (params === message.params) return message;
    const { params: _, ...rest } = message.fields;
    return RoutedCall.of(params === undefined ? rest : { ...rest, params });
  }

  responded(): void {
    for (const work of this.#after) work();
  }
}

/** A request that a wrapped handler answers. */
class StageRequest implements Answerer {
  readonly name: string;
  readonly #abort = new AbortController();
  readonly #context: StageContext;
  readonly #call: StageCall;
  readonly #source: Source;
  readonly #pending: Pending;

  constructor(call: StageCall, source: Source) {
    this.name = call.name;
    this.#call = call;
    this.#source = source;
    this.#context = new StageContext(call, source, this.#abort);
    this.#pending = new Pending(source, this, call.message, '');
    source.remember(this.#pending);
  }

  cancel(): void {
    this.#abort.abort();
  }

  run(handler: Handler): void {
    const succeeded = (result: unknown): void => {
      this.#respond(RoutedResponse.of({ jsonrpc: '2.0', result: result ?? null }));
    };
    const failed = (error: unknown): void => {
      this.#respond(errorResponse(errorOf(error)));
    };
    try {
      const result = run(handler, this.#call.message.params, this.#context);
      if (isThenable(result)) void result.then(succeeded, failed);
      else succeeded(result);
    } catch (error) {
      failed(error);
    }
  }

  #respond(response: RoutedResponse): void {
    this.#source.respond(this.#pending, response);
    this.#context.responded();
  }
}

/** Makes a request and returns its result; cancelled with any of `signals`, and still answered. */
function ask(
  target: Target,
  name: string,
  message: RoutedCall,
  signals: readonly (AbortSignal | undefined)[],
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    let pending: Pending | undefined;
    const cancel = (): void => pending?.cancel();
    const source: Source = {
      name,
      remember: (made) => {
        pending = made;
      },
      respond: (_, response) => {
        const { error } = response;
        for (const signal of signals) signal?.removeEventListener('abort', cancel);
        if (error === undefined) resolve(response.result);
        else reject(RpcError.from(error as ErrorObject));
      },
    };
    target.request(source, message);
    for (const signal of signals) {
      if (signal?.aborted === true) cancel();
      else signal?.addEventListener('abort', cancel);
    }
  });
}

const nameless = (name: string): Source => ({ name, remember: () => undefined, respond: () => undefined });

const messageOf = (method: string, params: unknown): JsonObject =>
  params === undefined ? { jsonrpc: '2.0', method } : { jsonrpc: '2.0', method, params };

const errorOf = (error: unknown): ErrorObject =>
  error instanceof RpcError ? error.toObject() : errorObject(rpcCodes.internalError, describeError(error));
