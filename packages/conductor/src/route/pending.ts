/**
 * A request that was passed on, from its arrival to its response.
 *
 * It has one id on the connection that it came from and another one on the connection that it went to. Exactly one
 * response is passed back, and at most one cancellation is passed on.
 */
import type { RequestId } from '@acp-stack/rpc';

import type { RoutedCall, RoutedResponse } from '../envelope/routed-message.ts';

/** What a request came from, and what its response goes back to. */
export interface Source {
  readonly name: string;
  /** Whether it is the end of a bridge between versions. */
  readonly isBridge?: boolean;
  /** Keeps a request, so that it can be cancelled by the id of the sender. */
  remember(pending: Pending): void;
  /** Takes the response. */
  respond(pending: Pending, response: RoutedResponse): void;
}

/** Where messages are passed on to. */
export interface Target {
  /** Passes on a request. */
  request(source: Source, message: RoutedCall): void;
  /** Passes on a notification. */
  notify(source: Source, message: RoutedCall): void;
}

/** What a request went to. */
export interface Answerer {
  readonly name: string;
  /** Cancels a request that is still open. */
  cancel(pending: Pending): void;
}

/** Looks at the response before the source gets it, or instead. */
export interface ResponseHook {
  respond(pending: Pending, response: RoutedResponse): void;
}

export class Pending {
  readonly source: Source;
  /** The id on the connection of the source. */
  readonly sourceId: RequestId;
  readonly answerer: Answerer;
  readonly method: string;
  /** The id on the connection that the request went to. */
  id: string;
  hook: ResponseHook | undefined = undefined;
  /** The name of what it went to, for observers. */
  to: string = '';
  #isCancelled = false;

  constructor(source: Source, answerer: Answerer, { id, method }: RoutedCall, newId: string) {
    this.source = source;
    this.answerer = answerer;
    this.sourceId = id as RequestId;
    this.method = method;
    this.id = newId;
  }

  /** Whether the source has cancelled it. */
  get isCancelled(): boolean {
    return this.#isCancelled;
  }

  /** Passes a cancellation on, once. */
  cancel(): void {
    if (this.#isCancelled) return;
    this.#isCancelled = true;
    this.answerer.cancel(this);
  }
}
