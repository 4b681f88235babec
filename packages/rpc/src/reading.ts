/**
 * Whether the channel delivers: it does while nobody has a reason against it.
 *
 * A handler that holds its lane and waits for the other side would wait for ever if its answer were not read. While there is one,
 * reading goes on up to twice the limit; then the handler is told that its call failed.
 */
import type { Channel } from './channel.ts';
import type { OutgoingCalls } from './outgoing-calls.ts';

/** Handlers have too much to do, or too many messages wait behind an answer. */
type Reason = 'handlers' | 'inbox';

export class Reading {
  readonly #channel: Pick<Channel, 'pause' | 'resume'>;
  readonly #unhandledBytes: number;
  readonly #calls: () => Pick<OutgoingCalls, 'inLanes' | 'giveUpInLanes'>;
  readonly #reasons = new Set<Reason>();
  #bytes = 0;

  constructor(
    channel: Pick<Channel, 'pause' | 'resume'>,
    unhandledBytes: number,
    calls: () => Pick<OutgoingCalls, 'inLanes' | 'giveUpInLanes'>,
  ) {
    this.#channel = channel;
    this.#unhandledBytes = unhandledBytes;
    this.#calls = calls;
  }

  /** Hears how much is unhandled, or that a handler waits; pauses above the limit, and goes on below half of it. */
  weigh(bytes: number = this.#bytes): void {
    this.#bytes = bytes;
    const limit = this.#unhandledBytes;
    if (bytes <= limit && this.#reasons.size === 0) return;
    const calls = this.#calls();
    if (bytes > 2 * limit && calls.inLanes > 0) calls.giveUpInLanes(2 * limit);
    if (calls.inLanes > 0 || bytes <= limit / 2) this.pauseFor('handlers', false);
    else if (bytes > limit) this.pauseFor('handlers', true);
  }

  pauseFor(reason: Reason, isPaused: boolean): void {
    const before = this.#reasons.size;
    if (isPaused) this.#reasons.add(reason);
    else this.#reasons.delete(reason);
    if (before === 0 && this.#reasons.size > 0) this.#channel.pause();
    else if (before > 0 && this.#reasons.size === 0) this.#channel.resume();
  }
}
