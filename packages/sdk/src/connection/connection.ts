/**
 * One side of an ACP connection: typed calls and handlers for every method, checked against the schema in both
 * directions.
 *
 * Sessions and turns are built on this, and a program may use it directly beside them. Messages of one session are
 * handled in order; one session never holds up another.
 */
import type { NegotiatedChannel } from '@acp-stack/bridge/negotiate';
import {
  ConnectionError,
  Peer,
  type CallOptions,
  type Channel,
  type CloseReason,
  type NestedOptions,
  type OrderKey,
  type PeerOptions,
  type RequestId,
  type RequestOptions,
  type TappedMessage,
} from '@acp-stack/rpc';
import type { Checked } from '@acp-stack/schema';

import { ignoreRejection } from '../shared/ignore-rejection.ts';
import { checkGate, hasCapability, type Advertised } from './capability-gate.ts';
import { handlerContexts } from './handler-context.ts';
import { HandlerTable, type Admission } from './handler-table.ts';
import { findMethod, type MethodSpec } from './method-table.ts';
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
import { negotiateVersion, type VersionOptions } from './negotiate-version.ts';
import { requireAbsolutePaths } from './outgoing-paths.ts';
import { faultOf, summarizeProblems } from './problem-summary.ts';
import type { ConnectionReport } from './report.ts';
import { sessionIdOf } from './session-id.ts';
import { propagateTrace } from './trace-context.ts';

/** How a connection is set up. */
export interface ConnectionOptions extends VersionOptions, Pick<PeerOptions, 'limits' | 'clock' | 'drainTime'> {
  /**
   * Called with what no call returns, such as messages that were dropped; errors of handlers arrive here with their
   * stack. Credentials in messages are left out.
   */
  readonly onReport?: (report: ConnectionReport) => void;
  /** Whether each message of an array is handled, or the array is refused; handled when absent. */
  readonly batches?: 'process' | 'refuse';
  /** Also checks what this side sends; on in tests, off by default. */
  readonly checkOutgoing?: boolean;
  /** The user that the transport has authenticated the other side as. */
  readonly principal?: string;
}

/** Calls the other side from inside a handler. */
export interface NestedRequest<S extends Side> {
  <K extends RequestFrom<S>>(method: K, params: Params<K>, options?: NestedOptions): Promise<ReceivedResult<K>>;
  (method: CustomMethod, params?: unknown, options?: NestedOptions): Promise<unknown>;
}

/** What the handler of a request is given besides the params. */
export interface RequestHandlerContext<S extends Side> {
  /** The id of the request. */
  readonly id: RequestId;
  /** Aborts when the other side cancels the request, and when the connection ends. */
  readonly signal: AbortSignal;
  /** The connection that the request came over; calls made on it directly are not cancelled with the request. */
  readonly connection: Connection<S>;
  /** Calls the other side on behalf of this request: the call is cancelled with it, and awaiting it cannot deadlock. */
  readonly request: NestedRequest<S>;
  /** Runs `work` right after the response was sent. */
  readonly afterResponse: (work: () => void) => void;
}

/** What the handler of a notification is given besides the params. */
export interface NotificationHandlerContext<S extends Side> {
  /** The connection that the notification came over. */
  readonly connection: Connection<S>;
  /** Calls the other side; awaiting the result in the handler cannot deadlock. */
  readonly request: NestedRequest<S>;
}

/** The handlers of the other side's requests, by method, so that literals in a result keep their types. */
export type RequestHandlers<S extends Side> = {
  readonly [K in RequestFrom<OtherSide<S>>]: (
    params: ReceivedParams<K>,
    context: RequestHandlerContext<S>,
  ) => Result<K> | Promise<Result<K>>;
};

/** Checks a value of a custom method: returns it, or throws an `RpcError`. */
export type CustomParser<T> = (value: unknown) => T;

const noOptions: ConnectionOptions = {};
const nothingAdvertised: Advertised = { capabilities: {} };

/** One side of an ACP connection at the low level: typed calls and handlers for every method. */
export class Connection<S extends Side> {
  /** Which side of the connection this is. */
  readonly side: S;
  readonly #peer: Peer;
  readonly #handlers: HandlerTable;
  readonly #options: ConnectionOptions;
  /** Undefined where only version 2 is spoken. */
  readonly #negotiated: NegotiatedChannel | undefined;
  #other: Advertised = nothingAdvertised;

  constructor(side: S, channel: Channel, options: ConnectionOptions = noOptions) {
    this.side = side;
    this.#options = options;
    const handlers = new HandlerTable(this, options);
    this.#handlers = handlers;
    this.#negotiated = negotiateVersion(side, channel, options, handlers.report);
    const { limits, clock, drainTime, batches = 'process' } = options;
    this.#peer = new Peer(this.#negotiated ?? channel, {
      limits,
      clock,
      drainTime,
      batches,
      handlers: handlers.find,
      onReport: handlers.report,
      orderKey,
      propagate: propagateTrace,
      ...handlerContexts(this),
    });
  }

  /**
   * The user that the transport has authenticated the other side as; undefined if it has not. State about a user, such
   * as a login, belongs to the principal.
   */
  get principal(): string | undefined {
    return this.#options.principal;
  }

  /** Settles when the connection has ended. */
  get closed(): Promise<CloseReason> {
    return this.#peer.closed;
  }

  /** The version of the protocol on the wire; undefined until it is negotiated. */
  get version(): 1 | 2 | undefined {
    return this.#negotiated === undefined ? 2 : this.#negotiated.version;
  }

  /** Whether the other side may use what only version 1 has, such as files of the client. */
  get hasVersion1Methods(): boolean {
    return this.#negotiated?.hasVersion1Methods ?? false;
  }

  /** What the other side advertised. */
  get advertised(): Advertised {
    return this.#other;
  }

  /** Whether the other side advertised the capability at `path`, such as `session.fork`. */
  supports(path: string): boolean {
    return hasCapability(this.#other.capabilities, path);
  }

  /** Sets what the other side advertised; calls that it does not allow are refused from now on. */
  setAdvertised(advertised: Advertised): void {
    this.#other = advertised;
  }

  /** Sets the rule for which messages may be handled now; undefined admits all. */
  setAdmission(admission: Admission | undefined): void {
    this.#handlers.setAdmission(admission);
  }

  // -------------------------------------------------------------------------------------------- calls

  /**
   * Calls the other side. The result is checked; a method that it did not advertise rejects with a `CapabilityError`.
   */
  request<K extends RequestFrom<S>>(method: K, params: Params<K>, options?: CallOptions): Promise<ReceivedResult<K>>;
  request(method: CustomMethod, params?: unknown, options?: CallOptions): Promise<unknown>;
  request(method: string, params?: unknown, options?: RequestOptions): Promise<unknown> {
    try {
      const spec = this.#checkOutgoing(method, params);
      return this.#checkResult(spec, this.#peer.request(method, params, options));
    } catch (error) {
      return ignoreRejection(Promise.reject(error as Error));
    }
  }

  /** Calls the other side without checking the result, because its form depends on the version. */
  requestRaw(method: RequestFrom<S>, params: unknown, options?: CallOptions): Promise<unknown> {
    return this.#peer.request(method, params, options);
  }

  /** Sends a notification; resolves when more can be sent. */
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

  /** Throws if this side may not send `method`; returns what the schema says of it, unless it is a custom method. */
  #checkOutgoing(method: string, params: unknown): MethodSpec | undefined {
    const spec = findMethod(method);
    if (spec === undefined) {
      if (method.startsWith('_')) return undefined;
      throw new TypeError(`Unknown method ${method}; custom methods begin with an underscore.`);
    }
    checkGate(method, spec.gate, { side: this.side === 'agent' ? 'client' : 'agent', advertised: this.#other });
    if (this.#options.checkOutgoing !== true) return spec;
    const fault = faultOf(spec.params.check(params));
    if (fault !== undefined) throw new TypeError(`${method} was called with wrong params: ${fault}`);
    requireAbsolutePaths(spec.name, params);
    return spec;
  }

  /** The result of a call, checked against the schema. */
  #checkResult(spec: MethodSpec | undefined, called: Promise<unknown>): Promise<unknown> {
    const validator = spec?.result;
    if (spec === undefined || validator === undefined) return called;
    const check = (result: unknown): unknown => {
      const checked: Checked<unknown> = validator.check(result);
      if (!checked.ok) {
        const problems = summarizeProblems(checked.problems);
        throw new ConnectionError('malformed', `The response to ${spec.name} is malformed: ${problems}`);
      }
      this.#handlers.reportRepairs(spec.name, checked.repairs);
      return checked.value;
    };
    return ignoreRejection(called.then(check));
  }

  // -------------------------------------------------------------------------------------------- handlers

  /** Registers the handler of a request; there is one per method. Disposing of the returned object removes it. */
  onRequest<K extends RequestFrom<OtherSide<S>>>(method: K, handler: RequestHandlers<S>[K]): Disposable;
  /** Registers the handler of a custom request, whose params are read by `parse`. */
  onRequest<T>(
    method: CustomMethod,
    parse: CustomParser<T>,
    handler: (params: T, context: RequestHandlerContext<S>) => unknown,
  ): Disposable;
  onRequest(method: string, ...rest: readonly unknown[]): Disposable {
    return this.#handlers.addRequest(method, rest);
  }

  /** Registers handlers for one session, in place of those for all sessions. */
  forSession(sessionId: string): Pick<Connection<S>, 'onRequest' | 'onNotification'> {
    return {
      onRequest: (method: string, ...rest: readonly unknown[]) => this.#handlers.addRequest(method, rest, sessionId),
      onNotification: (method: string, ...rest: readonly unknown[]) =>
        this.#handlers.addNotification(method, rest, sessionId),
    };
  }

  /** Registers a handler that checks the params itself, because their form depends on the version. */
  onRawRequest(method: string, handler: (params: unknown, context: RequestHandlerContext<S>) => unknown): Disposable {
    return this.#handlers.addUnchecked(method, handler);
  }

  /** Registers the handler of a notification. Later messages of its session wait for the promise that it returns. */
  onNotification<K extends NotificationFrom<OtherSide<S>>>(
    method: K,
    handler: (params: ReceivedParams<K>, context: NotificationHandlerContext<S>) => void | Promise<void>,
  ): Disposable;
  /** Registers the handler of a custom notification, whose params are read by `parse`. */
  onNotification<T>(
    method: CustomMethod,
    parse: CustomParser<T>,
    handler: (params: T, context: NotificationHandlerContext<S>) => void | Promise<void>,
  ): Disposable;
  onNotification(method: string, ...rest: readonly unknown[]): Disposable {
    return this.#handlers.addNotification(method, rest);
  }

  /** Calls `listener` with each message that was dropped because it is malformed; undefined if it could not be read. */
  onDropped(listener: (message: unknown) => void): void {
    this.#handlers.onDropped(listener);
  }

  /** Whether `method` has a handler. */
  handles(method: string): boolean {
    return this.#handlers.has(method);
  }

  // -------------------------------------------------------------------------------------------- lifecycle

  /** Calls `observer` with every message of both directions, until the returned object is disposed of. */
  tap(observer: (message: TappedMessage) => void): Disposable {
    return this.#peer.tap(observer);
  }

  /** Resolves when all messages that have arrived for a session are handled; also after the connection has ended. */
  handled(sessionId: string): Promise<void> {
    return this.#peer.handled(sessionId);
  }

  /** Waits for running handlers, sends what is queued, and ends the connection. */
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

/** Messages of one session are handled in order. */
const orderKey = (_method: string, params: unknown): OrderKey => sessionIdOf(params);
