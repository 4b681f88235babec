/** The far end of a bridge that was put into a channel which is already open: messages are handed to it one by one. */
import type { Channel, ChannelProblem, Receiver } from '@acp-stack/rpc';

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

  open(receiver: Receiver): void {
    this.#receiver = receiver;
  }

  /** Hands a message of the peer to the bridge. */
  receive(message: unknown, text?: string): void {
    this.#receiver?.receive(message, text);
  }

  /** Tells the bridge of what was no message. */
  reject(problem: ChannelProblem): void {
    this.#receiver?.reject(problem);
  }

  ended(error: Error | undefined): void {
    this.#receiver?.ended(error);
  }

  /** Runs `work`; what is sent meanwhile is not sent, because the peer has it already. */
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
