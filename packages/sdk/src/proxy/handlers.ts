/**
 * What a program registers with a proxy, and what its handlers are given.
 *
 * A handler stands between the two sides: it may change what goes on, answer itself, or add messages of its own. What nobody registered for
 * goes on unchanged and unchecked.
 */
import { ConnectionError, RpcError, rpcCodes } from '@acp-stack/rpc';
import type { Checked } from '@acp-stack/schema';

import { requireMethod, findMethod } from '../connection/method-table.ts';
import type {
  CustomMethod,
  NotificationFrom,
  Params,
  ReceivedParams,
  ReceivedResult,
  RequestFrom,
  Result,
  Side,
} from '../connection/method-types.ts';
import { summarizeProblems } from '../connection/problem-summary.ts';

/** How a message of a proxy goes out. */
export interface ProxySendOptions {
  /** What is written on the envelope for the conductor; only messages to the agent's side have one. */
  readonly envelopeMeta?: Readonly<Record<string, unknown>>;
}

/** Options of a call that a proxy makes itself. */
export interface ProxyCallOptions extends ProxySendOptions {
  /** Cancels the call. */
  readonly signal?: AbortSignal;
  /** Milliseconds to wait for the answer. */
  readonly timeout?: number;
}

/** The way to one side, speaking as `S` does: messages of the proxy's own. */
export interface ProxyTarget<S extends Side> {
  /** Asks that side, and resolves with its answer; rejects with the error that it answers. */
  request<K extends RequestFrom<S>>(
    method: K,
    params: Params<K>,
    options?: ProxyCallOptions,
  ): Promise<ReceivedResult<K>>;
  request(method: CustomMethod, params?: unknown, options?: ProxyCallOptions): Promise<unknown>;
  /** Resolves when more can be sent. */
  notify<K extends NotificationFrom<S>>(method: K, params: Params<K>, options?: ProxySendOptions): Promise<void>;
  notify(method: CustomMethod, params?: unknown, options?: ProxySendOptions): Promise<void>;
}

/** What a handler can do besides passing its message on. */
export interface ProxyContext {
  /** The name on the wire. */
  readonly method: string;
  /** What the conductor wrote on the envelope; only messages from the agent's side have one. */
  readonly envelopeMeta: Readonly<Record<string, unknown>> | undefined;
  /** The client, or the proxy before this one. */
  readonly client: ProxyTarget<'agent'>;
  /** The agent, or the proxy after this one. */
  readonly agent: ProxyTarget<'client'>;
}

/** What the handler of a request knows besides. */
export interface ProxyRequestContext extends ProxyContext {
  /** Aborts when the asker cancels; what was passed on with `next` is cancelled then, and still answered. */
  readonly signal: AbortSignal;
}

/** Passes a message on: as it came, or with other params. The answer is the other side's. */
export type ProxyNext<P, R> = (params?: P, options?: ProxySendOptions) => Promise<R>;

interface RequestWay<K extends RequestFrom<Side>> {
  (
    params: ReceivedParams<K>,
    next: ProxyNext<Params<K> | ReceivedParams<K>, ReceivedResult<K>>,
    context: ProxyRequestContext,
  ): Result<K> | ReceivedResult<K> | Promise<Result<K> | ReceivedResult<K>>;
}

interface NotificationWay<K extends NotificationFrom<Side>> {
  (
    params: ReceivedParams<K>,
    next: ProxyNext<Params<K> | ReceivedParams<K>, void>,
    context: ProxyContext,
  ): void | Promise<void>;
}

/** Stands in the way of one kind of request. What it returns is the answer; `next` asks the other side for one. */
// Looked up rather than applied, so that literals in what a handler returns keep their types.
/** Takes a request on its way: `next` passes it on, changed or not, and brings the answer back. */
export type ProxyRequestHandler<K extends RequestFrom<Side>> = { [M in RequestFrom<Side>]: RequestWay<M> }[K];

/** Stands in the way of one kind of notification; without `next` it goes no further. */
export type ProxyNotificationHandler<K extends NotificationFrom<Side>> = {
  [M in NotificationFrom<Side>]: NotificationWay<M>;
}[K];

/** The same for a custom method, with what its parser made of the params. */
export type CustomProxyHandler<T, C extends ProxyContext> = (
  params: T,
  next: ProxyNext<unknown, unknown>,
  context: C,
) => unknown;

/** A registered handler without its types. */
export interface Interceptor {
  /** Checks params and answers with them; throws an `RpcError` that the sender gets. */
  readonly parse: (params: unknown) => unknown;
  /** Checks what the other side answered. */
  readonly checkResult: (result: unknown) => unknown;
  readonly run: (params: unknown, next: ProxyNext<unknown, unknown>, context: ProxyRequestContext) => unknown;
}

/** Every name of `method` on the wire. */
export const namesOf = (method: string): readonly string[] => [method, ...(findMethod(method)?.also ?? [])];

/** Reads what was given to a registration: a handler, or a parser and a handler for a custom method. */
export function interceptor(method: string, [first, second]: readonly unknown[]): Interceptor {
  const run = (second ?? first) as Interceptor['run'];
  if (second !== undefined) {
    if (!method.startsWith('_'))
      throw new TypeError(`${method} is not a custom method: the name of a custom method begins with an underscore.`);
    return { parse: first as Interceptor['parse'], checkResult: (result) => result, run };
  }
  requireMethod(method);
  return {
    parse: (params) => checkedParams(method, params),
    checkResult: (result) => checkedResult(method, result),
    run,
  };
}

function checkedParams(method: string, params: unknown): unknown {
  const checked = findMethod(method)?.params.check(params);
  if (checked === undefined || checked.ok) return checked?.value ?? params;
  throw new RpcError(rpcCodes.invalidParams, `Invalid params: ${problemsOf(checked)}`, {
    data: { problems: checked.problems },
  });
}

/** What the other side answered to `method`, mended where the schema is tolerant; throws when it makes no sense. */
export function checkedResult(method: string, result: unknown): unknown {
  const checked = findMethod(method)?.result?.check(result);
  if (checked === undefined) return result;
  if (checked.ok) return checked.value;
  throw new ConnectionError('malformed', `The response to ${method} is malformed: ${problemsOf(checked)}`);
}

const problemsOf = (checked: Checked<unknown>): string => (checked.ok ? '' : summarizeProblems(checked.problems));
