/**
 * What arrived for a script and was not looked at yet, in order.
 *
 * Nothing follows an end, so an end stays for whoever asks next.
 */
import type { ChannelProblem } from '@acp-stack/rpc';

import { messageText } from '../matching/message-text.ts';

/** Something that arrived. */
export type Arrival =
  | { readonly kind: 'message'; readonly message: unknown }
  | { readonly kind: 'problem'; readonly problem: ChannelProblem }
  | { readonly kind: 'end'; readonly error: Error | undefined };

/** What arrived, in words. */
export function arrivalText(arrival: Arrival | undefined): string {
  if (arrival === undefined) return 'nothing';
  if (arrival.kind === 'message') return messageText(arrival.message);
  if (arrival.kind === 'problem') return `unreadable input: ${arrival.problem.message}`;
  return arrival.error === undefined ? 'the end' : `the end: ${arrival.error.message}`;
}

const mostArrivals = 100_000;

export class ArrivalQueue {
  readonly #arrivals: Arrival[] = [];
  #isClosed = false;
  #wake: () => void = () => undefined;

  /** What waits, without the end. */
  get surplus(): readonly Arrival[] {
    return this.#arrivals.filter(({ kind }) => kind !== 'end');
  }

  /** Takes something in; throws when too much waits. */
  push(arrival: Arrival): void {
    if (this.#isClosed) return;
    if (this.#arrivals.length >= mostArrivals) throw new Error(`more than ${mostArrivals} messages that wait`);
    this.#arrivals.push(arrival);
    this.#wake();
  }

  /** The next thing that arrives; undefined when the mailbox is closed meanwhile. */
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

  /** Lets whoever waits go and takes nothing more. */
  close(): void {
    this.#isClosed = true;
    this.#wake();
  }
}
