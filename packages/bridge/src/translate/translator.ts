/**
 * Translates messages between a client and an agent that speak different versions.
 *
 * Each message is first checked against the version of its sender: what that version does not allow is refused or
 * dropped here and never converted. The rest is done by rules. Everything happens synchronously when a message arrives,
 * so order is kept without a queue.
 */
import {
  classify,
  isNotification,
  RpcError,
  rpcCodes,
  systemClock,
  type Clock,
  type ErrorObject,
  type Notification,
  type Request,
  type RequestId,
  type Response,
} from '@acp-stack/rpc';
import { formatProblem } from '@acp-stack/schema/v2/unstable';

import { ConversionError } from '../loss/conversion-error.ts';
import { MessageLossReporter } from '../loss/message-loss-reporter.ts';
import type { ReportBridge } from '../loss/report.ts';
import type { RowId } from '../loss/row.ts';
import type { BridgeLimits } from '../options/limits.ts';
import { cancelMethod } from '../protocol/method-names.ts';
import { isSentBy, type Version } from '../protocol/methods.ts';
import { otherRole, type Role } from '../protocol/role.ts';
import { sessionOf } from '../protocol/session-of.ts';
import { bridgeSide, setRules, type AnyExchange, type BridgeSide, type Route } from './bridge-side.ts';
import { checkedResponse, failure } from './check-response.ts';
import { Exchange } from './exchange.ts';
import { ForwardableNotification, type Send } from './forwardable-notification.ts';
import { OpenRequests } from './open-requests.ts';
import type { About, OnOwnResponse, RuleContext } from './rule-context.ts';
import type { Rules } from './rules.ts';

export interface TranslatorOptions {
  /** Which version each side speaks. */
  readonly versions: Readonly<Record<Role, Version>>;
  /** Whether the version 2 side also has the methods that only version 1 has. */
  readonly extras?: boolean;
  /** Passes a message on to a side. */
  readonly send: Send;
  readonly isStrict: boolean;
  readonly report: ReportBridge;
  readonly limits: BridgeLimits;
  readonly clock?: Clock | undefined;
  readonly mintId: () => string;
  /** The beginning of the ids of the bridge's own requests. */
  readonly idPrefix?: string;
}

/** The number of open requests and sessions. */
export interface Held {
  /** Requests without a response. */
  readonly unanswered: number;
  /** Requests whose responses are awaited. */
  readonly awaited: number;
  readonly sessions: number;
}

/** A translator between any two versions. */
export type AnyTranslator = Pick<
  Translator<never, never>,
  'receive' | 'recordTextChunk' | 'finish' | 'stop' | 'knows' | 'omit'
>;

export class Translator<C, A> implements RuleContext<C, A> {
  readonly isStrict: boolean;
  readonly clock: Clock;
  readonly limits: BridgeLimits;
  readonly report: ReportBridge;
  /** Records a text chunk of the agent; see `Rules`. */
  readonly recordTextChunk: Rules<C, A>['recordTextChunk'];
  readonly #options: TranslatorOptions;
  readonly #sides: Readonly<Record<Role, BridgeSide>>;
  readonly #rules: Rules<C, A>;
  readonly #open: OpenRequests;
  readonly #losses: MessageLossReporter;

  constructor(options: TranslatorOptions, rules: (context: RuleContext<C, A>) => Rules<C, A>) {
    this.#options = options;
    this.isStrict = options.isStrict;
    this.clock = options.clock ?? systemClock;
    this.limits = options.limits;
    this.report = options.report;
    this.#losses = new MessageLossReporter(options.report, options.isStrict);
    const { versions, extras = false } = options;
    const { remembered } = options.limits;
    this.#sides = {
      client: bridgeSide({ role: 'client', version: versions.client, extras, remembered }),
      agent: bridgeSide({ role: 'agent', version: versions.agent, extras, remembered }),
    };
    this.#open = new OpenRequests(this.#sides, options.send, options.idPrefix);
    this.#rules = rules(this);
    this.recordTextChunk = this.#rules.recordTextChunk;
    const { client, agent } = this.#sides;
    const { clientRequests, clientNotifications, clientExtensions, agentRequests, agentNotifications } = this.#rules;
    setRules(client, agent, {
      requests: clientRequests,
      notifications: clientNotifications,
      extensions: clientExtensions,
    });
    setRules(agent, client, { requests: agentRequests, notifications: agentNotifications });
  }

  /** Translates a message that `role` has sent. */
  receive(role: Role, message: unknown, text?: string): void {
    const from = this.#sides[role];
    // Most messages are notifications; they are recognized without allocating an object.
    if (isNotification(message)) {
      this.#notification(from, message, text);
      return;
    }
    const classified = classify(message, from.version === 1 ? 'or-null' : 'string-or-integer');
    switch (classified.kind) {
      case 'notification': {
        this.#notification(from, classified.message, text);
        break;
      }
      case 'request': {
        this.#rules.flush();
        this.#request(from, classified.message, text);
        break;
      }
      case 'response': {
        this.#rules.flush();
        this.#response(from, classified.message, text);
        break;
      }
      case 'invalid': {
        this.#invalid(from, classified, message);
      }
    }
  }

  /** Whether a response of `role` to `id` is awaited, or a request of `role` with this id is open. */
  knows(role: Role, what: 'response' | 'request', id: RequestId): boolean {
    const { unanswered, awaited, givenUp } = this.#sides[role];
    return what === 'request' ? unanswered.has(id) : awaited.has(id) || givenUp.has(id);
  }

  /** Sends all that was held back. */
  finish(): void {
    this.#rules.finish();
  }

  /** The connection has ended. */
  stop(): void {
    this.#rules.stop();
  }

  /** How much is open or remembered. */
  get held(): Held {
    const { unanswered, awaited } = this.#open;
    return { unanswered, awaited, sessions: this.#rules.sessionCount() };
  }

  // -------------------------------------------------------------------------------------------- what rules use

  mintId(): string {
    return this.#options.mintId();
  }

  clientIdOf(id: RequestId): RequestId | undefined {
    return this.#open.clientIdOf(id);
  }

  lose(row: RowId, reason: string): void {
    this.#losses.lose(row, reason);
  }

  omit(row: RowId, reason: string): void {
    this.#losses.omit(row, reason);
  }

  endSession(sessionId: string): void {
    this.#open.endSession(sessionId);
  }

  attempt(about: About, work: () => void, onFailure?: (error: Error) => void): void {
    const { from, method } = about;
    this.#losses.during({ from, method, params: about }, work, onFailure);
  }

  notifyClient(method: string, params: unknown): void {
    this.#send('client', { jsonrpc: '2.0', method, params });
  }

  notifyAgent(method: string, params: unknown): void {
    this.#send('agent', { jsonrpc: '2.0', method, params });
  }

  askClient(method: string, params: unknown, on: OnOwnResponse<never>): void {
    this.#open.askOwn('client', method, params, on);
  }

  askAgent(method: string, params: unknown, on: OnOwnResponse<never>): void {
    this.#open.askOwn('agent', method, params, on);
  }

  // -------------------------------------------------------------------------------------------- messages

  #notification(from: BridgeSide, message: Notification, text: string | undefined): void {
    const { method } = message;
    const route = from.routes.get(method);
    if (route === undefined) {
      this.#unroutedNotification(from, message, text);
      return;
    }
    const { spec } = route;
    const checked = spec.params.check(message.params);
    if (!checked.ok) {
      this.report({ kind: 'malformed', from: from.role, method, problems: checked.problems, message });
      return;
    }
    const { value: params, repairs } = checked;
    const isRepaired = repairs.length > 0;
    if (isRepaired) this.report({ kind: 'repaired-by-bridge', from: from.role, method, repairs });
    if (route.flushes) this.#rules.flush();
    const original =
      isRepaired || spec.name !== method
        ? { message: { ...message, method: spec.name, params }, text: undefined }
        : { message, text };
    this.#cross(
      from,
      route,
      new ForwardableNotification(this.#options.send, { from: from.role, method: spec.name, params }, original),
    );
  }

  /** Runs the rule of a notification. Does not call `during`, which would allocate a closure for each of them. */
  #cross(from: BridgeSide, route: Route, notification: ForwardableNotification): void {
    const outer = this.#losses.begin(notification);
    try {
      if (route.rule !== undefined) route.rule(notification.params, notification);
      else if (route.isShared) notification.pass();
      else this.lose('drafts', `Version ${from.version === 1 ? 2 : 1} has no ${notification.method}; it was dropped.`);
    } catch (error) {
      this.#losses.failed(notification, error);
    } finally {
      this.#losses.end(outer);
    }
  }

  /** Cancellations, custom methods, and methods that the side may not send. */
  #unroutedNotification(from: BridgeSide, message: Notification, text: string | undefined): void {
    const { method } = message;
    const isCustom = method.startsWith('_');
    if (method !== cancelMethod && !isCustom) {
      this.#ignore(from, `${method} is not a notification of the ${from.role} in version ${from.version}`);
      return;
    }
    this.#rules.flush();
    if (isCustom) this.#send(otherRole(from.role), message, text);
    else this.#cancel(from, message);
  }

  #request(from: BridgeSide, message: Request, text: string | undefined): void {
    const { id, method } = message;
    const spec = from.specs.get(method);
    const sessionId = sessionOf(message.params);
    const name = spec?.name ?? method;
    const exchange: AnyExchange = new Exchange(
      this.#open,
      { id, method: name, from: from.role, sessionId },
      { message, text },
    );
    from.unanswered.set(id, exchange);
    if (spec === undefined && method in from.extensionRules) {
      this.#convertRequest(from, exchange, message.params);
      return;
    }
    if (method.startsWith('_') && spec === undefined) {
      exchange.pass();
      return;
    }
    if (spec === undefined || spec.kind === 'notification' || !isSentBy(spec, from.role)) {
      if (from.routes.has(method))
        this.report({ kind: 'ignored-by-bridge', from: from.role, reason: `${method} is not a request`, message });
      exchange.refuse(new RpcError(rpcCodes.methodNotFound, `Method not found: ${method}`));
      return;
    }
    const checked = spec.params.check(message.params);
    if (!checked.ok) {
      const { problems } = checked;
      this.report({ kind: 'malformed', from: from.role, method, problems });
      const words = problems.slice(0, 3).map(formatProblem).join('; ');
      exchange.refuse(new RpcError(rpcCodes.invalidParams, `Invalid params: ${words}`, { data: { problems } }));
      return;
    }
    if (checked.repairs.length > 0)
      this.report({ kind: 'repaired-by-bridge', from: from.role, method, repairs: checked.repairs });
    if (checked.repairs.length > 0 || name !== method)
      exchange.replaceRequest({ ...message, method: name, params: checked.value });
    this.#convertRequest(from, exchange, checked.value);
  }

  #convertRequest(from: BridgeSide, exchange: AnyExchange, params: unknown): void {
    const to = this.#sides[otherRole(from.role)];
    const rule = from.requestRules[exchange.method] ?? from.extensionRules[exchange.method];
    const refuse = (error: Error): void => {
      exchange.refuse(refusal(error, rpcCodes.invalidParams));
    };
    this.#losses.during(
      { from: from.role, method: exchange.method, params },
      () => {
        if (rule !== undefined) rule(params, exchange);
        else if (to.specs.has(exchange.method)) exchange.pass();
        else exchange.refuse(new RpcError(rpcCodes.methodNotFound, `Method not found: ${exchange.method}`));
      },
      refuse,
    );
  }

  #response(from: BridgeSide, message: Response, text: string | undefined): void {
    const { id } = message;
    const waiting = this.#open.take(from, id);
    if (waiting === 'given up') return;
    if (waiting === undefined) {
      // An error without a readable id belongs to no request; the other side gets it anyway.
      if (id === null && 'error' in message) this.#send(otherRole(from.role), message, text);
      else this.#ignore(from, `it responded to ${JSON.stringify(id)}, which is not an open request`);
      return;
    }
    const about = { from: from.role, method: waiting.method, params: { sessionId: waiting.sessionId } };
    const outcome = checkedResponse(from, waiting, { message, report: this.report });
    if (waiting instanceof Exchange) {
      const work = (): void => {
        waiting.take(outcome);
      };
      this.#losses.during(about, work, (error) => {
        waiting.refuse(refusal(error, rpcCodes.internalError));
      });
      return;
    }
    this.#losses.during(about, () => {
      if ('error' in outcome) waiting.on.error(outcome.error);
      else waiting.on.result(outcome.result);
    });
  }

  #cancel(from: BridgeSide, message: Notification): void {
    const { requestId } = Object(message.params) as { readonly requestId?: RequestId };
    const exchange = requestId === undefined ? undefined : from.unanswered.get(requestId);
    if (exchange === undefined) return;
    if (exchange.onCancel !== undefined) {
      const about = { from: from.role, method: exchange.method, params: { sessionId: exchange.sessionId } };
      this.#losses.during(about, exchange.onCancel);
      return;
    }
    if (exchange.forwardedAs === undefined) return;
    const params = { ...(message.params as object), requestId: exchange.forwardedAs };
    this.#send(otherRole(from.role), { ...message, params });
  }

  #invalid(
    from: BridgeSide,
    { id, problem, isResponse }: { readonly id: RequestId; readonly problem: string; readonly isResponse: boolean },
    message: unknown,
  ): void {
    this.report({ kind: 'ignored-by-bridge', from: from.role, reason: problem, message });
    if (!isResponse) {
      // GEN-11: `classify` returns a null id for what is not a message.
      const error = { code: rpcCodes.invalidRequest, message: `Invalid request: ${problem}` };
      this.#send(from.role, { jsonrpc: '2.0', id, error });
      return;
    }
    const waiting = this.#open.take(from, id);
    if (waiting === undefined || waiting === 'given up') return;
    const error = failure(`The answer of the ${from.role} to ${waiting.method} is malformed: ${problem}`);
    if (waiting instanceof Exchange) waiting.take({ error });
    else waiting.on.error(error);
  }

  // -------------------------------------------------------------------------------------------- helpers

  #send(role: Role, message: unknown, text?: string): void {
    this.#options.send(role, message, text);
  }

  #ignore(from: BridgeSide, reason: string): void {
    this.report({ kind: 'ignored-by-bridge', from: from.role, reason });
  }
}

/** The error for a conversion that failed; the details of an unforeseen failure are only reported. */
const refusal = (error: Error, code: number): ErrorObject =>
  error instanceof ConversionError
    ? { code, message: error.message, data: error.data }
    : failure('The bridge between the protocol versions failed on this message.');
