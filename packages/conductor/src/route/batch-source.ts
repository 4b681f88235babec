/**
 * The requests of one array of messages: they are passed on one by one, and answered by one array, as JSON-RPC says.
 */
import type { JsonObject } from '@acp-stack/schema/json-object';

import type { RoutedResponse } from '../envelope/routed-message.ts';
import type { Pending, Source } from './pending.ts';

/** The connection that the array came from. */
export interface BatchOwner extends Source {
  /** Takes a request off the list of those that can be cancelled; false if it is not on it. */
  forget(pending: Pending): boolean;
  /** Sends the responses. */
  sendBatch(responses: readonly JsonObject[]): void;
}

export class BatchSource implements Source {
  readonly #owner: BatchOwner;
  readonly #responses: JsonObject[] = [];
  /** The ids of requests that are not answered yet; one that had to wait is remembered twice. */
  readonly #open = new Set<unknown>();
  #isSealed = false;

  constructor(owner: BatchOwner) {
    this.#owner = owner;
  }

  get name(): string {
    return this.#owner.name;
  }

  remember(pending: Pending): void {
    this.#open.add(pending.sourceId);
    this.#owner.remember(pending);
  }

  respond(pending: Pending, response: RoutedResponse): void {
    if (!this.#owner.forget(pending)) return;
    this.#open.delete(pending.sourceId);
    this.add({ ...response.fields, id: pending.sourceId });
  }

  /** Adds a response to a message that was not passed on. */
  add(response: JsonObject): void {
    this.#responses.push(response);
    this.#finish();
  }

  /** The whole array was read. */
  seal(): void {
    this.#isSealed = true;
    this.#finish();
  }

  #finish(): void {
    if (!this.#isSealed || this.#open.size > 0 || this.#responses.length === 0) return;
    this.#owner.sendBatch(this.#responses);
  }
}
