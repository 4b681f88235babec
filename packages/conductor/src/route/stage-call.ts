/** One message at a place where handlers are wrapped: what its handler is given, and what becomes of it. */
import {
  describeError,
  isAbortError,
  isThenable,
  RpcError,
  rpcCodes,
  type ErrorObject,
  type Handler,
  type NotificationContext,
  type RequestContext,
} from '@acp-stack/rpc';
import type { JsonObject } from '@acp-stack/schema/json-object';

import { RoutedCall, RoutedResponse } from '../envelope/routed-message.ts';
import { errorObject, errorResponse } from './error-response.ts';
import type { Flow } from './flow.ts';
import { Pending, type Answerer, type Source, type Target } from './pending.ts';
import type { StageOrder } from './stage-order.ts';

/** One message at a stage. */
export interface StageCall {
  readonly name: string;
  readonly source: Source;
  readonly message: RoutedCall;
  readonly onward: Target;
  /** Where messages to the sender go. */
  readonly back: Target;
  readonly order: StageOrder;
  /** The source of a request that is passed on for `source`. */
  readonly sourceOf: (source: Source) => Source;
  readonly reading: (work: () => void) => void;
}

/** What a handler does later still counts as read from the connection that is being read now. */
export function readingOf(flow: Flow): StageCall['reading'] {
  const { reader } = flow;
  return (work) => {
    flow.readFrom(reader, work);
  };
}

/** Runs a handler. */
export const run = (handler: Handler, params: unknown, context: StageContext): unknown =>
  handler.run((handler.parse === undefined ? params : handler.parse(params)) as never, context);

/** Passes the message of the context on, with these params. */
export const passRequest: Handler = {
  kind: 'request',
  run: (params: unknown, context: RequestContext) => (context as StageContext).forward(params),
};
export const passNotification: Handler = {
  kind: 'notification',
  run: (params: unknown, context: NotificationContext) => {
    (context as StageContext).pass(params);
  },
};

/** What a wrapped handler can do; `next.run` gets it too, and finds the message by it. */
export class StageContext implements RequestContext {
  readonly #call: StageCall;
  readonly #abort: AbortController | undefined;
  readonly #after: (() => void)[] = [];

  constructor(call: StageCall, abort?: AbortController) {
    this.#call = call;
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
    const { order, back, name } = this.#call;
    const message = RoutedCall.of({ ...messageOf(method, params), id: null });
    return order.call(() => ask(back, message, { name, signals: [signal] }));
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
    const { onward, source, sourceOf, reading } = this.#call;
    return ask(onward, this.#with(params), { name: source.name, signals: [this.#abort?.signal], sourceOf, reading });
  }

  /** Passes the notification on. */
  pass(params: unknown): void {
    const { onward, source, reading } = this.#call;
    reading(() => {
      onward.notify(source, this.#with(params));
    });
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
export class StageRequest implements Answerer {
  readonly name: string;
  readonly #abort = new AbortController();
  readonly #context: StageContext;
  readonly #call: StageCall;
  readonly #pending: Pending;
  readonly #report: (error: unknown) => void;

  /** `report` is called with errors of the handler that say nothing to its peer. */
  constructor(call: StageCall, report: (error: unknown) => void) {
    this.name = call.name;
    this.#call = call;
    this.#report = report;
    this.#context = new StageContext(call, this.#abort);
    this.#pending = new Pending(call.source, this, call.message, '');
    call.source.remember(this.#pending);
  }

  cancel(): void {
    this.#abort.abort();
  }

  run(handler: Handler): void {
    const succeeded = (result: unknown): void => {
      this.#respond(RoutedResponse.of({ jsonrpc: '2.0', result: result ?? null }));
    };
    const failed = (error: unknown): void => {
      if (!(error instanceof RpcError) && !isAbortError(error)) this.#report(error);
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
    this.#call.source.respond(this.#pending, response);
    this.#context.responded();
  }
}

interface AskOptions extends Partial<Pick<StageCall, 'sourceOf' | 'reading'>> {
  readonly name: string;
  /** The request is cancelled with any of them, and still answered. */
  readonly signals: readonly (AbortSignal | undefined)[];
}

const asItIs = (source: Source): Source => source;
const atOnce = (work: () => void): void => {
  work();
};

/** Makes a request and returns its result. */
function ask(
  target: Target,
  message: RoutedCall,
  { name, signals, sourceOf = asItIs, reading = atOnce }: AskOptions,
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
        for (const signal of signals) signal?.removeEventListener('abort', cancel);
        const { error } = response;
        if (error === undefined) resolve(response.result);
        else reject(RpcError.from(error as ErrorObject));
      },
    };
    reading(() => {
      target.request(sourceOf(source), message);
    });
    for (const signal of signals) {
      if (signal?.aborted === true) cancel();
      else signal?.addEventListener('abort', cancel);
    }
  });
}

const nameless = (name: string): Source => ({ name, remember: () => undefined, respond: () => undefined });

const messageOf = (method: string, params: unknown): JsonObject =>
  params === undefined ? { jsonrpc: '2.0', method } : { jsonrpc: '2.0', method, params };

/** The error that the sender of a request is told. */
export const errorOf = (error: unknown): ErrorObject =>
  error instanceof RpcError ? error.toObject() : errorObject(rpcCodes.internalError, describeError(error));
