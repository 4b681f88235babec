/**
 * What a connection does with the messages of the other side: who handles each, whether it may be handled now, and what is wrong with it.
 *
 * It is also how the connection sets up its peer, which asks it again and again instead of being given a function for each question.
 */
import {
  RpcError,
  rpcCodes,
  type Clock,
  type Handler,
  type OrderKey,
  type Limits,
  type PeerOptions,
} from '@acp-stack/rpc';
import type { Repair } from '@acp-stack/schema';

import { withoutSecretsIn, type ConnectionReport } from './report.ts';
import type { Admission, Connection, ConnectionOptions } from './connection.ts';
import { HandlerTable } from './handler-table.ts';
import { handledSpec, specOf, type Spec } from './method-table.ts';
import type { Side } from './method-types.ts';
import { requireAbsolutePathsInResult } from './outgoing-paths.ts';
import { faultOf, summarizeProblems } from './problem-summary.ts';
import { RegisteredNotification, RegisteredRequest, type Parse, type Run } from './registered-handler.ts';
import { sessionIdOf } from './session-id.ts';
import { propagateTrace } from './trace-context.ts';

const ignoring: Handler = { kind: 'notification', run: () => undefined };
const asItIs: Parse = (params) => params;

export class ConnectionHandlers<S extends Side> implements PeerOptions {
  readonly connection: Connection<S>;
  readonly #options: ConnectionOptions;
  readonly #table = new HandlerTable();
  /** Decides whether a method may be handled yet; replaced when initialization is over. */
  #admit: Admission | undefined;
  #dropped: ((message: unknown) => void) | undefined;

  constructor(connection: Connection<S>, options: ConnectionOptions) {
    this.connection = connection;
    this.#options = options;
  }

  // -------------------------------------------------------------------------------------------- how the peer is set up

  get limits(): Partial<Limits> | undefined {
    return this.#options.limits;
  }

  get clock(): Clock | undefined {
    return this.#options.clock;
  }

  get patience(): number | undefined {
    return this.#options.patience;
  }

  get drainTime(): number | undefined {
    return this.#options.drainTime;
  }

  get batches(): 'process' | 'refuse' {
    return this.#options.batches ?? 'process';
  }

  get propagate(): typeof propagateTrace {
    return propagateTrace;
  }

  orderKey(_method: string, params: unknown): OrderKey {
    return sessionIdOf(params);
  }

  /** Reports end up in logs, so credentials in a message are left out (GEN-24). */
  onReport(report: ConnectionReport): void {
    const shown = withoutSecretsIn(report);
    if ('message' in shown) this.#dropped?.(shown.message);
    this.#options.onReport?.(shown);
  }

  handlers(method: string, kind: Handler['kind'], params: unknown): Handler | undefined {
    const handler = this.#table.find(method, kind, params);
    // Only a notification is taken by this name.
    if (handler === undefined && this.#table.has(method, 'notification')) this.#dropped?.({ method, params });
    const refusal = this.#admit?.(method, kind);
    if (refusal === undefined) return this.#exists(method) ? handler : undefined;
    // A notification before its time is ignored, a request is told why.
    if (kind === 'notification') {
      this.#options.onReport?.({ kind: 'early-notification', method });
      return ignoring;
    }
    return {
      kind: 'request',
      run: () => {
        throw refusal;
      },
    };
  }

  // -------------------------------------------------------------------------------------------- who handles what

  setAdmission(admit: Admission): void {
    this.#admit = admit;
  }

  onDropped(listener: (message: unknown) => void): void {
    const others = this.#dropped;
    this.#dropped = (message) => {
      others?.(message);
      listener(message);
    };
  }

  has(method: string): boolean {
    return this.#table.has(method, 'request') || this.#table.has(method, 'notification');
  }

  addRequest(method: string, rest: readonly unknown[], sessionId?: string): Disposable {
    return this.#table.add(method, new RegisteredRequest(this, ...registration(method, rest)), sessionId);
  }

  addNotification(method: string, rest: readonly unknown[], sessionId?: string): Disposable {
    return this.#table.add(method, new RegisteredNotification(this, ...registration(method, rest)), sessionId);
  }

  /** Neither the params nor the answer are checked. */
  addRaw(method: string, run: Run): Disposable {
    return this.#table.add(method, new RegisteredRequest(this, asItIs, run));
  }

  // -------------------------------------------------------------------------------------------- what is right

  checkParams(spec: Spec, params: unknown): unknown {
    const checked = spec.params.check(params);
    if (!checked.ok) {
      const { problems } = checked;
      this.#dropped?.({ method: spec.name, params });
      throw new RpcError(rpcCodes.invalidParams, `Invalid params: ${summarizeProblems(problems)}`, {
        data: { problems },
      });
    }
    this.noteRepairs(spec.name, checked.repairs);
    return checked.value;
  }

  noteRepairs(method: string, repairs: readonly Repair[]): void {
    if (repairs.length > 0) this.#options.onReport?.({ kind: 'repaired', method, repairs });
  }

  /** In tests, an answer of ours that the schema does not allow is an error of ours. */
  checkAnswer({ name, result }: Spec, answer: unknown): unknown {
    if (this.#options.checkOutgoing !== true || result === undefined) return answer;
    const check = (value: unknown): unknown => {
      const fault = faultOf(result.check(value));
      if (fault !== undefined) throw new TypeError(`${name} was answered with a wrong result: ${fault}`);
      requireAbsolutePathsInResult(name, value);
      return value;
    };
    return answer instanceof Promise ? answer.then(check) : check(answer);
  }

  /** What only another version has does not exist here, whoever registered it (FS-08, TERM-12). */
  #exists(method: string): boolean {
    const { version } = this.connection;
    const spec = specOf(method);
    return version !== 2 || spec === undefined || spec.versions.includes(version);
  }
}

/** What decides whether params are right, and what handles them then. */
function registration(method: string, [first, second]: readonly unknown[]): [rule: Spec | Parse, run: Run] {
  if (typeof second !== 'function') return [handledSpec(method), first as Run];
  if (method.startsWith('_')) return [first as Parse, second as Run];
  throw new TypeError(`${method} is no custom method: its name has to begin with an underscore.`);
}
