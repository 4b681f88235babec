/**
 * Messages that wait, in order, until what they are for is there.
 *
 * Their number is limited; further requests are refused, and further notifications dropped. A request that is cancelled
 * while it waits is answered here.
 */
import { rpcCodes, type ErrorObject } from '@acp-stack/rpc';
import { errorCodes } from '@acp-stack/schema/v2/unstable';

import type { RoutedCall } from '../envelope/routed-message.ts';
import { errorObject, errorResponse } from './error-response.ts';
import { Pending, type Answerer, type Source, type Target } from './pending.ts';

interface Held {
  readonly source: Source;
  readonly message: RoutedCall;
  /** Undefined for a notification. */
  readonly pending: Pending | undefined;
}

const maxHeld = 1000;

export class HeldQueue implements Target, Answerer {
  readonly name: string;
  #held: Held[] = [];

  /** `name` is what the messages wait for. */
  constructor(name: string) {
    this.name = name;
  }

  request(source: Source, message: RoutedCall): void {
    const pending = new Pending(source, this, message, '');
    source.remember(pending);
    if (this.#held.length < maxHeld) this.#held.push({ source, message, pending });
    else {
      const words = `More than ${maxHeld} messages wait for ${this.name}; try again later.`;
      source.respond(pending, errorResponse(errorObject(rpcCodes.internalError, words)));
    }
  }

  notify(source: Source, message: RoutedCall): void {
    if (this.#held.length < maxHeld) this.#held.push({ source, message, pending: undefined });
  }

  cancel(pending: Pending): void {
    const index = this.#held.findIndex((each) => each.pending === pending);
    if (index === -1) return;
    this.#held.splice(index, 1);
    const error = errorObject(errorCodes.request_cancelled, 'The request was cancelled.');
    pending.source.respond(pending, errorResponse(error));
  }

  /** Passes everything on to `target`. */
  flush(target: Target): void {
    const held = this.#held;
    this.#held = [];
    for (const { source, message, pending } of held) {
      if (pending === undefined) target.notify(source, message);
      else target.request(source, message);
    }
  }

  /** Answers all requests with `error`. */
  fail(error: ErrorObject): void {
    const held = this.#held;
    this.#held = [];
    for (const { source, pending } of held) if (pending !== undefined) source.respond(pending, errorResponse(error));
  }
}
