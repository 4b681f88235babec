/**
 * The interceptors that a program registers with a proxy, and what they are given.
 *
 * An interceptor is a handler between the two sides: it may change what is passed on, respond itself, or send messages
 * of its own. A message without an interceptor is passed on unchanged and unchecked.
 */
import { ConnectionError, RpcError, rpcCodes, type CloseReason } from '@acp-stack/rpc';
import type { Checked } from '@acp-stack/schema';

import { noteLosses } from '../connection/incomplete-params.ts';
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

/** How a proxy sends a message. */
export interface ProxySendOptions {
  /** The metadata of the envelope, for the conductor; only messages to the agent's side have an envelope. */
  readonly envelopeMeta?: Readonly<Record<string, unknown>>;
}

/** Options of a call that a proxy makes itself. */
export interface ProxyCallOptions extends ProxySendOptions {
  /** Cancels the call. */
  readonly signal?: AbortSignal;
  /** Milliseconds to wait for the response. */
  readonly timeout?: number;
}

/** Sends the proxy's own messages to one side, in the role of `S`. */
export interface ProxyTarget<S extends Side> {
  /** Calls that side; resolves with its result, rejects with its error. */
  request<K extends RequestFrom<S>>(
    method: K,
    params: Params<K>,
    options?: ProxyCallOptions,
  ): Promise<ReceivedResult<K>>;
  request(method: CustomMethod, params?: unknown, options?: ProxyCallOptions): Promise<unknown>;
  /** Sends a notification; resolves when the channel accepts more. */
  notify<K extends NotificationFrom<S>>(method: K, params: Params<K>, options?: ProxySendOptions): Promise<void>;
  notify(method: CustomMethod, params?: unknown, options?: ProxySendOptions): Promise<void>;
}

/** The place of a proxy in a chain: its two sides, for as long as the connection lasts. */
export interface ProxyPlace {
  /** The client, or the proxy before this one. */
  readonly client: ProxyTarget<'agent'>;
  /** The agent, or the proxy after this one. */
  readonly agent: ProxyTarget<'client'>;
  /** Settles when the connection has ended. */
  readonly closed: Promise<CloseReason>;
}

/** What an interceptor is given besides the params and `next`. */
export interface ProxyContext {
  /** The name of the method on the wire. */
  readonly method: string;
  /** The connection that the message came over; what is sent through it does not belong to the message. */
  readonly connection: ProxyPlace;
  /** The metadata of the envelope, from the conductor; only messages from the agent's side have an envelope. */
  readonly envelopeMeta: Readonly<Record<string, unknown>> | undefined;
  /** Sends to the client, or to the proxy before this one, in the role of the agent. */
  readonly client: ProxyTarget<'agent'>;
  /** Sends to the agent, or to the proxy after this one, in the role of the client. */
  readonly agent: ProxyTarget<'client'>;
}

/** What the interceptor of a request is given besides the params and `next`. */
export interface ProxyRequestContext extends ProxyContext {
  /** Aborts when the sender cancels the request. `next` then cancels its own call, and its promise still settles. */
  readonly signal: AbortSignal;
}

/** Passes the message on, with `params` or as it came; resolves with the result of the other side. */
export type ProxyNext<P, R> = (params?: P, options?: ProxySendOptions) => Promise<R>;

interface RequestInterceptor<K extends RequestFrom<Side>> {
  (
    params: ReceivedParams<K>,
    next: ProxyNext<Params<K> | ReceivedParams<K>, ReceivedResult<K>>,
    context: ProxyRequestContext,
  ): Result<K> | ReceivedResult<K> | Promise<Result<K> | ReceivedResult<K>>;
}

interface NotificationInterceptor<K extends NotificationFrom<Side>> {
  (
    params: ReceivedParams<K>,
    next: ProxyNext<Params<K> | ReceivedParams<K>, void>,
    context: ProxyContext,
  ): void | Promise<void>;
}

// A lookup in a mapped type and not `RequestInterceptor<K>`, so that literals in a returned result keep their types.
/**
 * Intercepts a request and returns its result; `next` passes the request on and resolves with the other side's result.
 */
export type ProxyRequestHandler<K extends RequestFrom<Side>> = { [M in RequestFrom<Side>]: RequestInterceptor<M> }[K];

/** Intercepts a notification, which is passed on only if `next` is called. */
export type ProxyNotificationHandler<K extends NotificationFrom<Side>> = {
  [M in NotificationFrom<Side>]: NotificationInterceptor<M>;
}[K];

/** Intercepts a custom method; `params` is what the parser returned. */
export type CustomProxyHandler<T, C extends ProxyContext> = (
  params: T,
  next: ProxyNext<unknown, unknown>,
  context: C,
) => unknown;

/** A registered interceptor and the checks of its method, without types. */
export interface Interceptor {
  /** Checks params and returns them; throws an `RpcError`, which becomes the response. */
  readonly parse: (params: unknown) => unknown;
  /** Checks the result of the other side and returns it; throws if it is malformed. */
  readonly checkResult: (result: unknown) => unknown;
  readonly run: (params: unknown, next: ProxyNext<unknown, unknown>, context: ProxyRequestContext) => unknown;
}

/** All names of `method` on the wire: its own, and those of older drafts. */
export const namesOf = (method: string): readonly string[] => [method, ...(findMethod(method)?.also ?? [])];

/** Creates an interceptor from the arguments of a registration: a handler, or for a custom method a parser and one. */
export function createInterceptor(method: string, [first, second]: readonly unknown[]): Interceptor {
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
  if (checked === undefined) return params;
  noteLosses(checked);
  if (checked.ok) return checked.value ?? params;
  throw new RpcError(rpcCodes.invalidParams, `Invalid params: ${problemsOf(checked)}`, {
    data: { problems: checked.problems },
  });
}

/** The other side's result of `method`, repaired where the schema is lenient; throws if it is malformed. */
export function checkedResult(method: string, result: unknown): unknown {
  const checked = findMethod(method)?.result?.check(result);
  if (checked === undefined) return result;
  if (checked.ok) return checked.value;
  throw new ConnectionError('malformed', `The response to ${method} is malformed: ${problemsOf(checked)}`);
}

const problemsOf = (checked: Checked<unknown>): string => (checked.ok ? '' : summarizeProblems(checked.problems));
