/**
 * Starts a proxy in the dialect that it speaks.
 *
 * It is asked in the dialect of the specification first. A proxy that refuses, or that shows by its first envelope that
 * it speaks another dialect, is asked again in that one, before anything travels on: a proxy of before the
 * specification does not refuse `proxy/initialize`, it passes it on to its successor.
 */
import { rpcCodes } from '@acp-stack/rpc';
import { isJsonObject } from '@acp-stack/schema/json-object';

import { dialectOfInitialize, dialects, initializeMethod, type Dialect } from '../envelope/dialect.ts';
import type { RoutedCall, RoutedResponse } from '../envelope/routed-message.ts';
import type { Connection } from './connection.ts';
import { errorObject, errorResponse } from './error-response.ts';
import type { Pending, ResponseHook } from './pending.ts';

/** The errors of a program that does not know a method, or not in this form. */
const refusals = new Set<unknown>([
  rpcCodes.methodNotFound,
  rpcCodes.invalidRequest,
  rpcCodes.invalidParams,
  rpcCodes.parseError,
]);

export class Handshake implements ResponseHook {
  readonly #connection: Connection;
  #pending: Pending | undefined;
  #params: unknown;
  #answered: (response: RoutedResponse) => void = () => undefined;
  /** The dialects that have not been tried yet. */
  #left: Dialect[] = [];
  /** The response that is given if all dialects are refused: that to the first one. */
  #first: RoutedResponse | undefined;
  /** Whether the proxy has passed `initialize` on, in the dialect that it was started in. */
  #hasForwarded = false;
  /** Whether its dialect is known for good. */
  #isKnown = false;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Whether the proxy has passed on `initialize` since it was last started. */
  get hasForwarded(): boolean {
    return this.#hasForwarded;
  }

  /** Starts the proxy; `answered` is called with its response before the source gets it. */
  start(pending: Pending, message: RoutedCall, answered: (response: RoutedResponse) => void): void {
    this.#answered = answered;
    this.#params = message.params;
    this.#first = undefined;
    this.#hasForwarded = false;
    this.#pending = pending;
    pending.hook = this;
    this.#left = this.#isKnown ? [] : dialects.filter((each) => each !== this.#connection.dialect);
    this.#ask(this.#connection.dialect);
  }

  respond(pending: Pending, response: RoutedResponse): void {
    const next = this.#isRefusal(response) ? this.#left.shift() : undefined;
    if (next !== undefined) {
      this.#first ??= response;
      this.#connection.expectAgain(pending);
      this.#ask(next);
      return;
    }
    const isRefused = response.error !== undefined || (this.#first !== undefined && !this.#isProxy(response));
    const [first] = dialects;
    if (!isRefused) this.#isKnown = true;
    else if (!this.#isKnown && first !== undefined) this.#connection.dialect = first;
    this.#pending = undefined;
    const isAgent = isRefused && response.error === undefined;
    const given = isAgent ? this.#agentRefusal() : isRefused ? (this.#first ?? response) : response;
    this.#answered(given);
    pending.source.respond(pending, given);
  }

  /** The proxy sent an envelope. Returns false if the message in it only shows that it speaks another dialect. */
  takeEnvelope(dialect: Dialect, { method, id }: RoutedCall): boolean {
    const connection = this.#connection;
    const pending = this.#pending;
    const isOther = dialect !== connection.dialect;
    if (isOther && !this.#isKnown) connection.dialect = dialect;
    if (method === initializeMethod) {
      this.#hasForwarded = true;
      this.#isKnown = true;
      return true;
    }
    if (dialectOfInitialize(method) === undefined || pending === undefined || this.#isKnown) return true;
    this.#left = this.#left.filter((each) => each !== dialect);
    const next = isOther ? dialect : this.#left.shift();
    if (next === undefined) return true;
    // It passed on the request that starts it. That gets an error, and its own response to that request is ignored.
    const words = `${method} is for this proxy, not for its successor.`;
    if (id !== undefined)
      connection.transmit({ jsonrpc: '2.0', id, error: { code: rpcCodes.methodNotFound, message: words } }, undefined);
    connection.expectAgain(pending);
    this.#ask(next);
    return false;
  }

  #ask(dialect: Dialect): void {
    const pending = this.#pending;
    if (pending === undefined) return;
    this.#connection.dialect = dialect;
    this.#connection.transmit(
      { jsonrpc: '2.0', id: pending.id, method: dialect.initialize, params: dialect.startParams(this.#params) },
      undefined,
    );
  }

  /** It refused to be a proxy, and answered `initialize`: the refusal with words that say so. */
  #agentRefusal(): RoutedResponse {
    const { code } = Object(this.#first?.error) as { readonly code?: unknown };
    const { name } = this.#connection;
    const words = `${name} is an agent, not a proxy; put it at the end of the chain.`;
    const data = { component: name, reason: 'agent' };
    return errorResponse(errorObject(typeof code === 'number' ? code : rpcCodes.invalidRequest, words, data));
  }

  /** The oldest dialect starts a proxy like an agent: one that is an agent does not say that it is a proxy. */
  #isProxy({ result }: RoutedResponse): boolean {
    if (this.#hasForwarded || this.#connection.dialect.initialize !== initializeMethod) return true;
    const meta = isJsonObject(result) ? result['_meta'] : undefined;
    const symposium = isJsonObject(meta) ? meta['symposium'] : undefined;
    return isJsonObject(symposium) && symposium['proxy'] === true;
  }

  #isRefusal({ error }: RoutedResponse): boolean {
    return !this.#isKnown && !this.#hasForwarded && isJsonObject(error) && refusals.has(error['code']);
  }
}
