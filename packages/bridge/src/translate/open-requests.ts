/**
 * The open requests between the two sides, by the ids that each side knows.
 *
 * An id is kept where that is possible. If the other version does not have it, or it is in use there, it is replaced,
 * and put back in the response. The bridge's own requests have ids that no other request has.
 */
import { otherFormOf, rpcCodes, type RequestId } from '@acp-stack/rpc';

import type { AnyExchange, BridgeSide, OwnRequest } from './bridge-side.ts';
import { Exchange, type ExchangeHost, type Original, type Outcome } from './exchange.ts';
import type { OnOwnResponse } from './rule-context.ts';
import type { Send } from './forwardable-notification.ts';
import { cancelMethod } from '../protocol/method-names.ts';
import { otherRole, type Role } from '../protocol/role.ts';
import { isIdOfBothVersions, ownIdPrefix } from '../protocol/request-ids.ts';
import { sessionOf } from '../protocol/session-of.ts';

export class OpenRequests implements ExchangeHost {
  readonly #sides: Readonly<Record<Role, BridgeSide>>;
  readonly #send: Send;
  readonly #ownPrefix: string;
  #ownIds = 0;

  constructor(sides: Readonly<Record<Role, BridgeSide>>, send: Send, ownPrefix: string = ownIdPrefix) {
    this.#sides = sides;
    this.#send = send;
    this.#ownPrefix = ownPrefix;
  }

  /** Requests without a response. */
  get unanswered(): number {
    return this.#sides.client.unanswered.size + this.#sides.agent.unanswered.size;
  }

  /** Requests whose responses are awaited. */
  get awaited(): number {
    return this.#sides.client.awaited.size + this.#sides.agent.awaited.size;
  }

  /** The client's id of the request that has `id` for the agent. */
  clientIdOf(id: RequestId): RequestId | undefined {
    const waiting = this.#sides.agent.awaited.get(id);
    return waiting instanceof Exchange ? waiting.id : undefined;
  }

  ask(exchange: AnyExchange, method: string, params: unknown, original: Original | undefined): void {
    const to = this.#sides[otherRole(exchange.from)];
    const keepsId =
      isIdOfBothVersions(exchange.id, this.#ownPrefix) && !to.awaited.has(exchange.id) && !to.givenUp.has(exchange.id);
    const id = keepsId ? exchange.id : this.#ownId();
    to.awaited.set(id, exchange);
    exchange.forwardedAs = id;
    exchange.forwardedMethod = method;
    if (original === undefined) this.#send(to.role, request(id, method, params), undefined);
    else if (keepsId) this.#send(to.role, original.message, original.text);
    else this.#send(to.role, { ...(original.message as object), id }, undefined);
  }

  answer(exchange: AnyExchange, outcome: Outcome): void {
    const sender = this.#sides[exchange.from];
    if (sender.unanswered.get(exchange.id) === exchange) sender.unanswered.delete(exchange.id);
    this.#send(exchange.from, { jsonrpc: '2.0', id: exchange.id, ...outcome }, undefined);
  }

  /** Sends a request of the bridge itself. */
  askOwn(role: Role, method: string, params: unknown, on: OnOwnResponse<never>): void {
    const id = this.#ownId();
    const own: OwnRequest = { method, sessionId: sessionOf(params), on: on as OnOwnResponse<unknown> };
    this.#sides[role].awaited.set(id, own);
    this.#send(role, request(id, method, params), undefined);
  }

  /** Removes and returns what waits for the response of a side to `id`, or to its other form. */
  take(from: BridgeSide, id: RequestId): AnyExchange | OwnRequest | 'given up' | undefined {
    const other = otherFormOf(id);
    return this.#takeExactly(from, id) ?? (other === undefined ? undefined : this.#takeExactly(from, other));
  }

  #takeExactly(from: BridgeSide, id: RequestId): AnyExchange | OwnRequest | 'given up' | undefined {
    const waiting = from.awaited.get(id);
    if (waiting !== undefined) {
      from.awaited.delete(id);
      return waiting;
    }
    if (!from.givenUp.has(id)) return undefined;
    from.givenUp.forget(id);
    return 'given up';
  }

  /** Ends the requests of a session: the requesting side gets a response, the other side a cancellation. */
  endSession(sessionId: string): void {
    for (const { role, awaited, givenUp } of Object.values(this.#sides)) {
      for (const [id, waiting] of awaited) {
        if (waiting.sessionId !== sessionId) continue;
        awaited.delete(id);
        givenUp.remember(id, true);
        if (!(waiting instanceof Exchange)) {
          waiting.on.error({ code: rpcCodes.requestCancelled, message: 'The session was closed.' });
          continue;
        }
        if (waiting.hasResponded) continue;
        this.#send(role, { jsonrpc: '2.0', method: cancelMethod, params: { requestId: id } }, undefined);
        waiting.close();
      }
    }
  }

  #ownId(): string {
    this.#ownIds += 1;
    return `${this.#ownPrefix}${this.#ownIds}`;
  }
}

const request = (id: RequestId, method: string, params: unknown): object => ({ jsonrpc: '2.0', id, method, params });
