/**
 * What a mock peer has received and not examined yet, in order.
 *
 * The end of the connection stays in the queue, because nothing follows it.
 */
import type { ChannelProblem } from '@acp-stack/rpc';

import { messageText } from '../matching/message-text.ts';

/** A message, unreadable input, or the end of the connection. */
export type Arrival =
  | { readonly kind: 'message'; readonly message: unknown }
  | { readonly kind: 'problem'; readonly problem: ChannelProblem }
  | { readonly kind: 'end'; readonly error: Error | undefined };

/** An arrival on one line. */
export function arrivalText(arrival: Arrival | undefined): string {
  if (arrival === undefined) return 'nothing';
  if (arrival.kind === 'message') return messageText(arrival.message);
  if (arrival.kind === 'problem') return `unreadable input: ${arrival.problem.message}`;
  return arrival.error === undefined ? 'the end' : `the end: ${arrival.error.message}`;
}

const maxArrivals = 100_000;

export class ArrivalQueue {
  readonly #arrivals: Arrival[] = [];
  #isClosed = false;
  #wake: () => void = () => undefined;

  /** The waiting arrivals without the end. */
  get surplus(): readonly Arrival[] {
    return this.#arrivals.filter(({ kind }) => kind !== 'end');
  }

  /** Adds an arrival; throws if too many are waiting. */
  push(arrival: Arrival): void {
    if (this.#isClosed) return;
    if (this.#arrivals.length >= maxArrivals) throw new Error(`more than ${maxArrivals} messages are waiting`);
    this.#arrivals.push(arrival);
    this.#wake();
  }

  /** The next arrival; undefined if the queue is closed. */
  async next(): Promise<Arrival | undefined> {
    for (;;) {
      if (this.#isClosed) return undefined;
      const arrival = this.#arrivals.shift();
      if (arrival?.kind === 'end') this.#arrivals.unshift(arrival);
      if (arrival !== undefined) return arrival;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  /** Releases a waiting reader and accepts nothing more. */
  close(): void {
    this.#isClosed = true;
    this.#wake();
  }
}
