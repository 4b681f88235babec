/** One request on its way through the bridge, and its response on the way back. */
import { RpcError, rpcCodes, type ErrorObject, type RequestId } from '@acp-stack/rpc';
import type { MethodTypes } from '@acp-stack/schema';

import type { Role } from '../protocol/role.ts';

/** What an exchange needs of the bridge. */
export interface ExchangeHost {
  /** Sends a request to the other side; its response arrives at `exchange`. */
  ask(exchange: Exchange<never, never>, method: string, params: unknown, original: Original | undefined): void;
  /** Sends the response to the side that sent the request. */
  answer(exchange: Exchange<never, never>, outcome: Outcome): void;
}

/** A request as it arrived, to be passed on unchanged. */
export interface Original {
  readonly message: unknown;
  readonly text: string | undefined;
}

export type Outcome = { readonly result: unknown } | { readonly error: ErrorObject };

/** What to do with a response. */
export interface OnResponse<Theirs, Ours> {
  /** Converts the result; returns undefined if the rule has responded itself, or will. */
  readonly result?: (result: Theirs) => Ours | undefined;
  /** Handles an error; without it the error is passed on. */
  readonly error?: (error: ErrorObject) => void;
}

/** `R` is the result that the requesting side expects, `To` are the methods of the other side. */
export class Exchange<R, To> {
  readonly id: RequestId;
  readonly method: string;
  readonly from: Role;
  /** The session it belongs to, if any. */
  readonly sessionId: string | undefined;
  /** The id under which it was passed on. */
  forwardedAs: RequestId | undefined;
  /** The method under which it was passed on. */
  forwardedMethod: string | undefined;
  /** Called instead of passing a cancellation on. */
  onCancel: (() => void) | undefined;
  /** The result if its session is closed before the other side responds; an error if absent. */
  resultOnClose: R | undefined;
  hasResponded = false;
  readonly #host: ExchangeHost;
  #original: Original;
  #onResponse: OnResponse<unknown, R> = {};

  constructor(
    host: ExchangeHost,
    request: {
      readonly id: RequestId;
      readonly method: string;
      readonly from: Role;
      readonly sessionId: string | undefined;
    },
    original: Original,
  ) {
    this.#host = host;
    this.id = request.id;
    this.method = request.method;
    this.from = request.from;
    this.sessionId = request.sessionId;
    this.#original = original;
  }

  /** Replaces the request, because something in it was repaired. */
  replaceRequest(message: object): void {
    this.#original = { message, text: undefined };
  }

  /** Sends a request to the other side; its result is converted by `onResponse`. */
  forward<K extends keyof To & string>(
    method: K,
    params: To[K] extends MethodTypes ? To[K]['params'] : never,
    onResponse: OnResponse<To[K] extends MethodTypes ? To[K]['receivedResult'] : never, R>,
  ): void {
    this.#onResponse = onResponse as OnResponse<unknown, R>;
    this.#host.ask(this as never, method, params, undefined);
  }

  /** Sends a request that no method table has; its result is not checked. */
  forwardExtension(method: string, params: object, onResponse: OnResponse<unknown, R>): void {
    this.#onResponse = onResponse;
    this.#host.ask(this as never, method, params, undefined);
  }

  /** Passes the request on unchanged; its result is passed back, or converted by `onResponse`. */
  pass(onResponse: OnResponse<unknown, R> = {}): void {
    this.#onResponse = onResponse;
    this.#host.ask(this as never, this.method, undefined, this.#original);
  }

  /** Responds, unless there was a response. */
  answer(result: R): void {
    this.#settle({ result });
  }

  /** Refuses, unless there was a response. */
  refuse(error: RpcError | ErrorObject): void {
    this.#settle({ error: error instanceof RpcError ? error.toObject() : error });
  }

  /** Responds because its session is closed. */
  close(): void {
    if (this.resultOnClose !== undefined) this.answer(this.resultOnClose);
    else this.refuse({ code: rpcCodes.requestCancelled, message: 'The session was closed.' });
  }

  /** Takes the response of the other side. */
  take(outcome: Outcome): void {
    if ('error' in outcome) {
      if (this.#onResponse.error === undefined) this.refuse(outcome.error);
      else this.#onResponse.error(outcome.error);
      return;
    }
    const { result: convert } = this.#onResponse;
    if (convert === undefined) {
      this.#settle(outcome);
      return;
    }
    const result = convert(outcome.result);
    if (result !== undefined) this.answer(result);
  }

  #settle(outcome: Outcome): void {
    if (this.hasResponded) return;
    this.hasResponded = true;
    this.#host.answer(this as never, outcome);
  }
}
