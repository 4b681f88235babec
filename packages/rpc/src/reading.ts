/** Whether the channel delivers: it does while nobody has a reason against it. */
import type { Channel } from './channel.ts';

/** Handlers have too much to do, or too many messages wait behind an answer. */
type Reason = 'handlers' | 'inbox';

export class Reading {
  readonly #channel: Pick<Channel, 'pause' | 'resume'>;
  readonly #unhandledBytes: number;
  readonly #reasons = new Set<Reason>();

  constructor(channel: Pick<Channel, 'pause' | 'resume'>, unhandledBytes: number) {
    this.#channel = channel;
    this.#unhandledBytes = unhandledBytes;
  }

  /** Hears how much is unhandled; pauses above the limit, and goes on below half of it. */
  weigh(bytes: number): void {
    if (bytes > this.#unhandledBytes) this.pauseFor('handlers', true);
    else if (this.#reasons.size > 0 && bytes <= this.#unhandledBytes / 2) this.pauseFor('handlers', false);
  }

  pauseFor(reason: Reason, isPaused: boolean): void {
    const before = this.#reasons.size;
    if (isPaused) this.#reasons.add(reason);
    else this.#reasons.delete(reason);
    if (before === 0 && this.#reasons.size > 0) this.#channel.pause();
    else if (before > 0 && this.#reasons.size === 0) this.#channel.resume();
  }
}
