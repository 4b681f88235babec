/** What can go wrong with a message, and with which one. */
import { isObject } from '../matching/matcher.ts';
import type { Direction } from '../transcript/transcript.ts';

/** Which messages a fault is for; all of a direction when nothing else is said. */
export interface FaultTarget {
  /** `in` is towards whoever uses the faulty channel. */
  readonly direction: Direction;
  /** Requests and notifications of this method. */
  readonly method?: string;
  /** Only messages for which it answers true. */
  readonly when?: (message: unknown) => boolean;
  /** Only the first, the third …, counted among those that fit; from 1. */
  readonly nth?: number | readonly number[];
}

/** One thing that goes wrong. */
export type Fault = FaultTarget &
  (
    | { readonly fault: 'drop' }
    /** The message comes later by `ms`, and what follows it waits behind it. */
    | { readonly fault: 'delay'; readonly ms: number }
    | { readonly fault: 'duplicate'; readonly copies?: number }
    /** The message comes after the next `behind` ones with its order key (one when absent), or at the end. */
    | { readonly fault: 'reorder'; readonly behind?: number }
    /** Something else comes in its place; input that cannot be read when `change` is absent. */
    | { readonly fault: 'corrupt'; readonly change?: (message: unknown) => unknown }
    /** The connection is over instead of this message: torn down, or ended in its direction. */
    | { readonly fault: 'close'; readonly how?: 'destroy' | 'end'; readonly error?: Error }
    /** Nothing passes from this message on, and the sender is told to wait, until the channel is released. */
    | { readonly fault: 'stall' }
  );

/** A fault that counts the messages it could be for. */
export class ArmedFault {
  readonly fault: Fault;
  #seen = 0;

  constructor(fault: Fault) {
    this.fault = fault;
  }

  /** Whether it strikes `message`; asked once for each message of its direction. */
  strikes(message: unknown): boolean {
    const { method, when, nth } = this.fault;
    if (method !== undefined && (!isObject(message) || message['method'] !== method)) return false;
    if (when !== undefined && !when(message)) return false;
    this.#seen += 1;
    if (nth === undefined) return true;
    return typeof nth === 'number' ? nth === this.#seen : nth.includes(this.#seen);
  }
}
