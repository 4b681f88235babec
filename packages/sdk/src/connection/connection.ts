/**
 * One side of an ACP connection: typed calls and handlers for every method, checked against the schema in both directions.
 *
 * Sessions, turns and everything comfortable is built on this, and a program may use it directly beside them. The order key of a message is its
 * session, so one session never holds up another.
 */
import type { NegotiatedChannel } from '@acp-stack/bridge/negotiate';
import {
  ConnectionError,
  Peer,
  type CallOptions,
  type Channel,
  type CloseReason,
  type NestedOptions,
  type NotificationContext,
  type PeerOptions,
  type RequestId,
  type RpcError,
  type TappedMessage,
} from '@acp-stack/rpc';
import type { Checked } from '@acp-stack/schema';

import { ConnectionHandlers } from './connection-handlers.ts';
import type { ConnectionReport } from './report.ts';
import { checkGate, hasCapability, type Advertised } from './capability-gate.ts';
import { specOf, type Spec } from './method-table.ts';
import type {
  CustomMethod,
  NotificationFrom,
  OtherSide,
  Params,
  ReceivedParams,
  ReceivedResult,
  RequestFrom,
  Result,
  Side,
} from './method-types.ts';
import { requireAbsolutePaths } from './outgoing-paths.ts';
import { faultOf, summarizeProblems } from './problem-summary.ts';
import { ignoreRejection } from '../shared/ignore-rejection.ts';
import { negotiateVersion, type VersionOptions } from './negotiate-version.ts';

/** How a connection is set up. */
export interface ConnectionOptions
  extends VersionOptions, Pick<PeerOptions, 'limits' | 'clock' | 'patience' | 'drainTime'> {
  /** Hears what is nobody's answer; errors of handlers arrive here with their stack. Credentials in messages are left out. */
  readonly onReport?: (report: ConnectionReport) => void;
  /** What happens to an array of messages: each is handled, or the array is refused whole. Handled when absent. */
  readonly batches?: 'process' | 'refuse';
  /** Also checks what this side sends; on in tests, off by default. */
  readonly checkOutgoing?: boolean;
}

/** Calls the other side from inside a handler. */
export interface NestedRequest<S extends Side> {
  <K extends RequestFrom<S>>(method: K, params: Params<K>, options?: NestedOptions): Promise<ReceivedResult<K>>;
  (method: CustomMethod, params?: unknown, options?: NestedOptions): Promise<unknown>;
}

/** A handler's view of the request it answers. */
export interface RequestHandlerContext<S extends Side> {
  /** The id of the request, for questions that belong to it (ELIC-02). */
  readonly id: RequestId;
  /** Aborts when the other side cancels the request, and when the connection ends. */
  readonly signal: AbortSignal;
  /** The one that the request came over; calls made on it directly are not cancelled with the request. */
  readonly connection: Connection<S>;
  /** Calls the other side on behalf of this request: cancelled with it, and never in its own way. */
  readonly request: NestedRequest<S>;
  /** Runs `work` right after the answer was sent. */
  readonly afterResponse: (work: () => void) => void;
}

/** A handler's view of the notification it takes. */
export interface NotificationHandlerContext<S extends Side> {
  /** The one that the notification came over. */
  readonly connection: Connection<S>;
  /** Calls the other side; awaiting the answer in the handler cannot deadlock. */
  readonly request: NestedRequest<S>;
}

/** How each request of the other side is answered; looked up by method, so that literals in an answer keep their types. */
export type RequestHandlers<S extends Side> = {
  readonly [K in RequestFrom<OtherSide<S>>]: (
    params: ReceivedParams<K>,
    context: RequestHandlerContext<S>,
  ) => Result<K> | Promise<Result<K>>;
};

/** Checks a value of a custom method: returns it, or throws an `RpcError`. */
export type CustomParser<T> = (value: unknown) => T;

/** Says why a message may not be handled now; undefined when it may. */
export type Admission = (method: string, kind: 'request' | 'notification') => RpcError | undefined;

const noOptions: ConnectionOptions = {};
const nothingAdvertised: Advertised = { capabilities: {} };

/** One side of an ACP connection at the low level: typed calls and handlers for every method. */
export class Connection<S extends Side> {
  /** Which side of the connection this is. */
  readonly side: S;
  readonly #peer: Peer;
  readonly #handlers: ConnectionHandlers<S>;
  readonly #options: ConnectionOptions;
  /** Undefined where only version 2 is spoken. */
  readonly #face: NegotiatedChannel | undefined;
  #other: Advertised = nothingAdvertised;

  constructor(side: S, channel: Channel, options: ConnectionOptions = noOptions) {
    this.side = side;
    this.#options = options;
    const handlers = new ConnectionHandlers(this, options);
    this.#handlers = handlers;
    this.#face = negotiateVersion(side, channel, options, (report) => {
      handlers.onReport(report);
    });
    this.#peer = new Peer(this.#face ?? channel, handlers);
  }

  /** Settles when the connection has ended. */
  get closed(): Promise<CloseReason> {
    return this.#peer.closed;
  }

  /** The version of the protocol that is spoken on the wire; undefined until it is agreed on. */
  get version(): 1 | 2 | undefined {
    return this.#face === undefined ? 2 : this.#face.version;
  }

  /** What the other side said it can do. */
  get advertised(): Advertised {
    return this.#other;
  }

  /** Whether the other side advertised the capability at `path`, such as `session.fork`. */
  supports(path: string): boolean {
    return hasCapability(this.#other.capabilities, path);
  }

  /** Takes what the other side advertised; calls that it does not allow are refused from now on. */
  setAdvertised(advertised: Advertised): void {
    this.#other = advertised;
  }

  /** Sets the rule for which methods may be handled now. */
  setAdmission(admit: Admission): void {
    this.#handlers.setAdmission(admit);
  }

  // -------------------------------------------------------------------------------------------- calls

  /** Calls the other side. The answer is checked; a method that it did not advertise is refused here. */
  request<K extends RequestFrom<S>>(method: K, params: Params<K>, options?: CallOptions): Promise<ReceivedResult<K>>;
  request(method: CustomMethod, params?: unknown, options?: CallOptions): Promise<unknown>;
  request(method: string, params?: unknown, options?: CallOptions): Promise<unknown> {
    return this.#call(method, params, (name, sent) => this.#peer.request(name, sent, options));
  }

  /** Calls the other side without checking the answer, because its form depends on the version. */
  requestRaw(method: RequestFrom<S>, params: unknown, options?: CallOptions): Promise<unknown> {
    return this.#peer.request(method, params, options);
  }

  /** Tells the other side something; resolves when more can be sent. */
  notify<K extends NotificationFrom<S>>(method: K, params: Params<K>): Promise<void>;
  notify(method: CustomMethod, params?: unknown): Promise<void>;
  notify(method: string, params?: unknown): Promise<void> {
    try {
      this.#checkOutgoing(method, params);
    } catch (error) {
      return ignoreRejection(Promise.reject(error as Error));
    }
    return this.#peer.notify(method, params);
  }

  #call(
    method: string,
    params: unknown,
    send: (method: string, params: unknown) => Promise<unknown>,
  ): Promise<unknown> {
    try {
      this.#checkOutgoing(method, params);
    } catch (error) {
      return ignoreRejection(Promise.reject(error as Error));
    }
    const spec = specOf(method);
    const answer = send(method, params);
    return spec?.result === undefined
      ? answer
      : ignoreRejection(answer.then((result) => this.#checkResult(spec, result)));
  }

  #checkOutgoing(method: string, params: unknown): void {
    const spec = specOf(method);
    if (spec === undefined) {
      if (method.startsWith('_')) return;
      throw new TypeError(`There is no method ${method}; custom methods begin with an underscore.`);
    }
    checkGate(method, spec.gate, { side: this.side === 'agent' ? 'client' : 'agent', advertised: this.#other });
    if (this.#options.checkOutgoing !== true) return;
    const fault = faultOf(spec.params.check(params));
    if (fault !== undefined) throw new TypeError(`${method} was called with wrong params: ${fault}`);
    requireAbsolutePaths(spec.name, params);
  }

  #checkResult(spec: Spec, result: unknown): unknown {
    const checked = spec.result?.check(result) as Checked<unknown> | undefined;
    if (checked === undefined) return result;
    if (!checked.ok) {
      throw new ConnectionError(
        'malformed',
        `The answer to ${spec.name} is malformed: ${summarizeProblems(checked.problems)}`,
      );
    }
    this.#handlers.noteRepairs(spec.name, checked.repairs);
    return checked.value;
  }

  // -------------------------------------------------------------------------------------------- handlers

  /** Answers a request of the other side. One handler per method; the answer removes it again. */
  onRequest<K extends RequestFrom<OtherSide<S>>>(method: K, handler: RequestHandlers<S>[K]): Disposable;
  /** Answers a custom request with a parser of its own; the answer removes the handler again. */
  onRequest<T>(
    method: CustomMethod,
    parse: CustomParser<T>,
    handler: (params: T, context: RequestHandlerContext<S>) => unknown,
  ): Disposable;
  onRequest(method: string, ...rest: readonly unknown[]): Disposable {
    return this.#handlers.addRequest(method, rest);
  }

  /** Takes handlers for one session, in place of those of the connection; each answer removes its handler again. */
  forSession(sessionId: string): Pick<Connection<S>, 'onRequest' | 'onNotification'> {
    return {
      onRequest: (method: string, ...rest: readonly unknown[]) => this.#handlers.addRequest(method, rest, sessionId),
      onNotification: (method: string, ...rest: readonly unknown[]) =>
        this.#handlers.addNotification(method, rest, sessionId),
    };
  }

  /** Answers a request whose params are checked by the handler itself, because their form depends on the version. */
  onRawRequest(method: string, handler: (params: unknown, context: RequestHandlerContext<S>) => unknown): Disposable {
    return this.#handlers.addRaw(method, handler);
  }

  /** Takes a notification of the other side. A handler that returns a promise holds back what follows for its session. */
  onNotification<K extends NotificationFrom<OtherSide<S>>>(
    method: K,
    handler: (params: ReceivedParams<K>, context: NotificationHandlerContext<S>) => void | Promise<void>,
  ): Disposable;
  /** Takes a custom notification with a parser of its own; the answer removes the handler again. */
  onNotification<T>(
    method: CustomMethod,
    parse: CustomParser<T>,
    handler: (params: T, context: NotificationHandlerContext<S>) => void | Promise<void>,
  ): Disposable;
  onNotification(method: string, ...rest: readonly unknown[]): Disposable {
    return this.#handlers.addNotification(method, rest);
  }

  /** Hears of what was not handled because something is wrong with it, as far as it could be read; undefined when nothing could. */
  onDropped(listener: (message: unknown) => void): void {
    this.#handlers.onDropped(listener);
  }

  /** Whether somebody answers `method`. */
  handles(method: string): boolean {
    return this.#handlers.has(method);
  }

  /** A call of a handler, through the context that the peer gave it. */
  callWithin(context: NotificationContext, method: string, params: unknown, options?: NestedOptions): Promise<unknown> {
    return this.#call(method, params, (name, sent) => context.request(name, sent, options));
  }

  // -------------------------------------------------------------------------------------------- life

  /** Shows every message of both directions to `observer`, until the answer is disposed of. */
  tap(observer: (message: TappedMessage) => void): Disposable {
    return this.#peer.tap(observer);
  }

  /** Resolves when everything that has arrived for a session is handled; also after the connection has ended. */
  handled(sessionId: string): Promise<void> {
    return this.#peer.handled(sessionId);
  }

  /** Lets running handlers finish, sends what is waiting, and ends the connection. */
  close(options?: { readonly grace?: number }): Promise<void> {
    return this.#peer.close(options);
  }

  /** Ends the connection at once. */
  destroy(error?: Error): void {
    this.#peer.destroy(error);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}
