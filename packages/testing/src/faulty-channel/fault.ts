/** The faults of a channel, and the messages that they apply to. */
import { isObject } from '../matching/matcher.ts';
import type { Direction } from '../wire-log/transcript.ts';

/** Selects the messages that a fault applies to; all messages of the direction when only that is set. */
export interface FaultTarget {
  /** `in` is towards the user of the faulty channel. */
  readonly direction: Direction;
  /** Only requests and notifications of this method. */
  readonly method?: string;
  /** Only messages for which it returns true. */
  readonly when?: (message: unknown) => boolean;
  /** Only the first, the third and so on of the selected messages, from 1. */
  readonly nth?: number | readonly number[];
}

/** One fault. */
export type Fault = FaultTarget &
  (
    | { readonly fault: 'drop' }
    /** Delivers the message `ms` later; later messages wait behind it. */
    | { readonly fault: 'delay'; readonly ms: number }
    | { readonly fault: 'duplicate'; readonly copies?: number }
    /** Delivers the message after the next `behind` messages with the same order key (1 when absent), or at the end. */
    | { readonly fault: 'reorder'; readonly behind?: number }
    /** Replaces the message; without `change`, the receiver gets input that it cannot parse. */
    | { readonly fault: 'corrupt'; readonly change?: (message: unknown) => unknown }
    /** Closes the connection instead of delivering the message: destroys it, or ends its direction. */
    | { readonly fault: 'close'; readonly how?: 'destroy' | 'end'; readonly error?: Error }
    /** Delivers nothing from this message on, and tells the sender to wait, until the channel is released. */
    | { readonly fault: 'stall' }
  );

/** A fault that counts the messages that it selects. */
export class ArmedFault {
  readonly fault: Fault;
  #seen = 0;

  constructor(fault: Fault) {
    this.fault = fault;
  }

  /** Whether the fault applies to `message`; called once for each message of its direction. */
  strikes(message: unknown): boolean {
    const { method, when, nth } = this.fault;
    if (method !== undefined && (!isObject(message) || message['method'] !== method)) return false;
    if (when !== undefined && !when(message)) return false;
    this.#seen += 1;
    if (nth === undefined) return true;
    return typeof nth === 'number' ? nth === this.#seen : nth.includes(this.#seen);
  }
}
