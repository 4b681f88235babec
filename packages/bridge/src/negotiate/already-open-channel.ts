/**
 * The inner channel of a bridge that is put into a connection which is already open; the negotiation passes incoming
 * messages to its receiver.
 */
import type { Channel, Receiver } from '@acp-stack/rpc';

export class AlreadyOpenChannel implements Channel {
  readonly #channel: Channel;
  #receiver: Receiver | undefined;
  #isWithheld = false;

  constructor(channel: Channel) {
    this.#channel = channel;
  }

  get unsentBytes(): number {
    return this.#channel.unsentBytes;
  }

  /** The receiver that the bridge opened the channel with. */
  get receiver(): Receiver {
    if (this.#receiver === undefined) throw new Error('The bridge did not open its channel.');
    return this.#receiver;
  }

  open(receiver: Receiver): void {
    this.#receiver = receiver;
  }

  /** Runs `work`. What the bridge sends meanwhile is dropped, because the peer has it already. */
  withhold(work: () => void): void {
    this.#isWithheld = true;
    try {
      work();
    } finally {
      this.#isWithheld = false;
    }
  }

  send(message: unknown, text?: string): boolean {
    return this.#isWithheld || this.#channel.send(message, text);
  }

  drained(): Promise<void> {
    return this.#channel.drained();
  }

  pause(): void {
    this.#channel.pause();
  }

  resume(): void {
    this.#channel.resume();
  }

  end(): Promise<void> {
    return this.#channel.end();
  }

  destroy(error?: Error): void {
    this.#channel.destroy(error);
  }
}
