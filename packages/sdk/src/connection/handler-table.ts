/**
 * The handlers of one connection: finds the handler of each message of the other side, decides whether the message may
 * be handled now, and checks its params.
 *
 * What a handler has to know about its method is looked up when it is registered, not for each message.
 */
import { RpcError, rpcCodes, type Handler, type NotificationHandler, type RequestHandler } from '@acp-stack/rpc';
import type { Repair } from '@acp-stack/schema';

import { noteLosses } from './incomplete-params.ts';
import { findMethod, requireMethod, type MethodSpec } from './method-table.ts';
import { requireAbsolutePathsInResult } from './outgoing-paths.ts';
import { faultOf, summarizeProblems } from './problem-summary.ts';
import { redactReport, type ConnectionReport } from './report.ts';
import { sessionIdOf } from './session-id.ts';

/** Returns the error with which a message is refused now; undefined when it may be handled. */
export type Admission = (method: string, kind: Handler['kind']) => RpcError | undefined;

/** Checks the params of a custom method. */
type Parse = (params: unknown) => unknown;
/** The handler that the program registered; its context is made in `handler-context.ts`. */
type Run = (params: unknown, context: unknown) => unknown;

export interface HandlerTableOptions {
  readonly onReport?: ((report: ConnectionReport) => void) | undefined;
  /** Whether the results of handlers are checked too. */
  readonly checkOutgoing?: boolean | undefined;
}

/** Notifications that never wait behind other messages of their session. */
const overtaking = new Set<string>(['session/cancel']);
const ignored: NotificationHandler = { kind: 'notification', run: () => undefined };
const unchecked: Parse = (params) => params;

export class HandlerTable {
  readonly #connection: { readonly hasVersion1Methods: boolean };
  readonly #options: HandlerTableOptions;
  /** Made with the first handler of their kind. */
  #requests: Map<string, RegisteredRequest> | undefined;
  #notifications: Map<string, RegisteredNotification> | undefined;
  #hasSessionHandlers = false;
  /** Set while some messages must not be handled, such as before `initialize`. */
  #admission: Admission | undefined;
  #onDropped: ((message: unknown) => void) | undefined;

  constructor(connection: { readonly hasVersion1Methods: boolean }, options: HandlerTableOptions) {
    this.#connection = connection;
    this.#options = options;
  }

  // -------------------------------------------------------------------------------------------- messages

  /** The handler of a message: that of its session, or else the one for all sessions. */
  readonly find = (method: string, kind: Handler['kind'], params: unknown): Handler | undefined => {
    const handlers = kind === 'request' ? this.#requests : this.#notifications;
    const ofSession = this.#hasSessionHandlers ? handlers?.get(keyOf(method, sessionIdOf(params))) : undefined;
    const handler = ofSession ?? handlers?.get(method);
    // This is a request with the name of a notification.
    if (handler === undefined && this.#notifications?.has(method) === true) this.#onDropped?.({ method, params });
    const refusal = this.#admission?.(method, kind);
    if (refusal !== undefined) return this.#refuse(method, kind, refusal);
    // What only version 1 has does not exist on a connection of version 2 (FS-08, TERM-12).
    return handler?.isOnlyVersion1 === true && !this.#connection.hasVersion1Methods ? undefined : handler;
  };

  /** Returns a handler that refuses a request, or ignores and reports a notification. */
  #refuse(method: string, kind: Handler['kind'], refusal: RpcError): Handler {
    if (kind === 'request') {
      const run = (): never => {
        throw refusal;
      };
      return { kind, run };
    }
    this.#options.onReport?.({ kind: 'early-notification', method });
    return ignored;
  }

  /** Checks params against the schema, or with the parser of a custom method. */
  check(rule: MethodSpec | Parse, params: unknown): unknown {
    if (typeof rule === 'function') return rule(params);
    const checked = rule.params.check(params);
    if (!checked.ok) {
      const { problems } = checked;
      this.#onDropped?.({ method: rule.name, params });
      throw new RpcError(rpcCodes.invalidParams, `Invalid params: ${summarizeProblems(problems)}`, {
        data: { problems },
      });
    }
    if (checked.repairs.length > 0) {
      noteLosses(checked);
      this.reportRepairs(rule.name, checked.repairs);
    }
    return checked.value;
  }

  // -------------------------------------------------------------------------------------------- registration

  /** Sets the rule for which messages may be handled now; undefined admits all. */
  setAdmission(admission: Admission | undefined): void {
    this.#admission = admission;
  }

  has(method: string): boolean {
    return this.#requests?.has(method) === true || this.#notifications?.has(method) === true;
  }

  addRequest(method: string, rest: readonly unknown[], sessionId?: string): Disposable {
    const { rule, run } = registration(method, rest);
    const checked = this.#options.checkOutgoing === true && typeof rule === 'object' ? checkingResult(rule, run) : run;
    return add(
      (this.#requests ??= new Map()),
      this.#names(method, sessionId),
      new RegisteredRequest(this, rule, checked),
    );
  }

  addNotification(method: string, rest: readonly unknown[], sessionId?: string): Disposable {
    const { rule, run } = registration(method, rest);
    const handler = new RegisteredNotification(this, rule, run);
    return add((this.#notifications ??= new Map()), this.#names(method, sessionId), handler);
  }

  /** Neither the params nor the result are checked. */
  addUnchecked(method: string, run: (params: unknown, context: never) => unknown): Disposable {
    return add((this.#requests ??= new Map()), this.#names(method), new RegisteredRequest(this, unchecked, run as Run));
  }

  /** The keys of a handler: all names of its method, each with the session where it is for one session only. */
  #names(method: string, sessionId?: string): readonly string[] {
    this.#hasSessionHandlers ||= sessionId !== undefined;
    return [method, ...(findMethod(method)?.also ?? [])].map((name) => keyOf(name, sessionId));
  }

  // -------------------------------------------------------------------------------------------- reports

  onDropped(listener: (message: unknown) => void): void {
    const others = this.#onDropped;
    this.#onDropped = (message) => {
      others?.(message);
      listener(message);
    };
  }

  /** Reports end up in logs, so credentials in a message are left out (GEN-24). */
  readonly report = (report: ConnectionReport): void => {
    const shown = redactReport(report);
    if ('message' in shown) this.#onDropped?.(shown.message);
    this.#options.onReport?.(shown);
  };

  reportRepairs(method: string, repairs: readonly Repair[]): void {
    if (repairs.length > 0) this.#options.onReport?.({ kind: 'repaired', method, repairs });
  }
}

/** A class, so that the handlers of many connections share their methods. */
class RegisteredRequest implements RequestHandler {
  readonly kind = 'request';
  readonly run: RequestHandler['run'];
  readonly isOnlyVersion1: boolean;
  readonly #table: HandlerTable;
  readonly #rule: MethodSpec | Parse;

  constructor(table: HandlerTable, rule: MethodSpec | Parse, run: Run) {
    this.#table = table;
    this.#rule = rule;
    this.run = run;
    this.isOnlyVersion1 = typeof rule === 'object' && !rule.versions.includes(2);
  }

  parse(params: unknown): unknown {
    return this.#table.check(this.#rule, params);
  }
}

class RegisteredNotification implements NotificationHandler {
  readonly kind = 'notification';
  readonly run: NotificationHandler['run'];
  readonly overtakes: boolean;
  readonly isOnlyVersion1: boolean;
  readonly #table: HandlerTable;
  readonly #rule: MethodSpec | Parse;

  constructor(table: HandlerTable, rule: MethodSpec | Parse, run: Run) {
    this.#table = table;
    this.#rule = rule;
    this.run = run;
    this.overtakes = typeof rule === 'object' && overtaking.has(rule.name);
    this.isOnlyVersion1 = typeof rule === 'object' && !rule.versions.includes(2);
  }

  parse(params: unknown): unknown {
    return this.#table.check(this.#rule, params);
  }
}

/** The key of the handler of a method and a session; no method has a line break in its name. */
const keyOf = (method: string, sessionId: string | undefined): string =>
  sessionId === undefined ? method : `${method}\n${sessionId}`;

/** Adds a handler under its names; disposing of the returned object removes it. */
function add<H>(handlers: Map<string, H>, names: readonly string[], handler: H): Disposable {
  const [key = ''] = names;
  if (handlers.has(key)) {
    const [method] = key.split('\n');
    throw new Error(`${method} already has a handler; dispose of that one first.`);
  }
  for (const name of names) handlers.set(name, handler);
  return {
    [Symbol.dispose]: () => {
      if (handlers.get(key) === handler) for (const name of names) handlers.delete(name);
    },
  };
}

/** Reads the arguments of a registration: a handler, or a parser and a handler of a custom method. */
function registration(
  method: string,
  [first, second]: readonly unknown[],
): { readonly rule: MethodSpec | Parse; readonly run: Run } {
  if (typeof second !== 'function') return { rule: requireMethod(method), run: first as Run };
  if (method.startsWith('_')) return { rule: first as Parse, run: second as Run };
  throw new TypeError(`${method} is not a custom method: the name of a custom method begins with an underscore.`);
}

/** Wraps `run`: a result that the schema does not allow is an error of this side. */
function checkingResult({ name, result }: MethodSpec, run: Run): Run {
  if (result === undefined) return run;
  const check = (value: unknown): unknown => {
    const fault = faultOf(result.check(value));
    if (fault !== undefined) throw new TypeError(`The handler of ${name} returned a wrong result: ${fault}`);
    requireAbsolutePathsInResult(name, value);
    return value;
  };
  return (params, context) => {
    const returned = run(params, context);
    return returned instanceof Promise ? returned.then(check) : check(returned);
  };
}
