/** One request on its way through the bridge, and its answer on the way back. */
import { RpcError, rpcCodes, type ErrorObject, type RequestId } from '@acp-stack/rpc';
import type { MethodTypes } from '@acp-stack/schema';

import type { Role } from '../protocol/role.ts';

/** What an exchange needs of the bridge. */
export interface ExchangeHost {
  /** Sends a request to the side that answers; the answer arrives at `exchange`. */
  ask(exchange: Exchange<never, never>, method: string, params: unknown, original: Original | undefined): void;
  /** Sends the answer to the side that asked. */
  answer(exchange: Exchange<never, never>, outcome: Outcome): void;
}

/** A request as it came, to be sent on without reading it again. */
export interface Original {
  readonly message: unknown;
  readonly text: string | undefined;
}

export type Outcome = { readonly result: unknown } | { readonly error: ErrorObject };

/** What is done with an answer. */
export interface OnAnswer<Theirs, Ours> {
  /** Turns the result into one that the asker understands; nothing when the rule has answered, or will. */
  readonly result?: (result: Theirs) => Ours | undefined;
  /** Deals with an error; without it the asker gets it as it is. */
  readonly error?: (error: ErrorObject) => void;
}

/** `R` is what the asker expects, `To` are the methods of the side that answers. */
export class Exchange<R, To> {
  readonly id: RequestId;
  readonly method: string;
  readonly from: Role;
  /** The session it is about, where it is about one. */
  readonly sessionId: string | undefined;
  /** The id under which it was sent on. */
  forwardedAs: RequestId | undefined;
  /** The method under which it was sent on. */
  forwardedMethod: string | undefined;
  /** What is done in place of sending a cancellation on. */
  onCancel: (() => void) | undefined;
  /** What is answered when its session is closed before the other side has answered; an error when absent. */
  lastAnswer: R | undefined;
  isAnswered = false;
  readonly #host: ExchangeHost;
  #original: Original;
  #onAnswer: OnAnswer<unknown, R> = {};

  constructor(
    host: ExchangeHost,
    asked: {
      readonly id: RequestId;
      readonly method: string;
      readonly from: Role;
      readonly sessionId: string | undefined;
    },
    original: Original,
  ) {
    this.#host = host;
    this.id = asked.id;
    this.method = asked.method;
    this.from = asked.from;
    this.sessionId = asked.sessionId;
    this.#original = original;
  }

  /** Takes the place of the request as it came, because something in it was mended. */
  mend(message: object): void {
    this.#original = { message, text: undefined };
  }

  /** Asks the other side; the result crosses back through `convert`. */
  forward<K extends keyof To & string>(
    method: K,
    params: To[K] extends MethodTypes ? To[K]['params'] : never,
    onAnswer: OnAnswer<To[K] extends MethodTypes ? To[K]['receivedResult'] : never, R>,
  ): void {
    this.#onAnswer = onAnswer as OnAnswer<unknown, R>;
    this.#host.ask(this as never, method, params, undefined);
  }

  /** Asks the other side the very same; the result crosses back as it is, or through `onAnswer`. */
  pass(onAnswer: OnAnswer<unknown, R> = {}): void {
    this.#onAnswer = onAnswer;
    this.#host.ask(this as never, this.method, undefined, this.#original);
  }

  /** Answers, if nobody has yet. */
  answer(result: R): void {
    this.#settle({ result });
  }

  /** Refuses, if nobody has answered yet. */
  refuse(error: RpcError | ErrorObject): void {
    this.#settle({ error: error instanceof RpcError ? error.toObject() : error });
  }

  /** Its session is closed: nobody will answer any more. */
  close(): void {
    if (this.lastAnswer !== undefined) this.answer(this.lastAnswer);
    else this.refuse({ code: rpcCodes.requestCancelled, message: 'The session was closed.' });
  }

  /** Takes the answer of the other side. */
  take(outcome: Outcome): void {
    if ('error' in outcome) {
      if (this.#onAnswer.error === undefined) this.refuse(outcome.error);
      else this.#onAnswer.error(outcome.error);
      return;
    }
    const { result: convert } = this.#onAnswer;
    if (convert === undefined) {
      this.#settle(outcome);
      return;
    }
    const result = convert(outcome.result);
    if (result !== undefined) this.answer(result);
  }

  #settle(outcome: Outcome): void {
    if (this.isAnswered) return;
    this.isAnswered = true;
    this.#host.answer(this as never, outcome);
  }
}
