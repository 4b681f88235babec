/** A client of a shared agent. It waits for the agent; the agent and other clients never wait for it. */
import type { Channel } from '@acp-stack/rpc';

/** Unsent bytes after which a client that does not read is disconnected, so that it does not block the others. */
const maxUnsentBytes = 64 * 1024 * 1024;

export class SharedClient {
  readonly #channel: Channel;
  readonly #agent: Channel;
  #isDisconnected = false;
  #isWaiting = false;

  constructor(channel: Channel, agent: Channel) {
    this.#channel = channel;
    this.#agent = agent;
  }

  send(message: unknown, text?: string): void {
    if (this.#isDisconnected) return;
    if (this.#channel.unsentBytes > maxUnsentBytes) {
      this.#channel.destroy(new Error('The client is too slow.'));
      return;
    }
    try {
      this.#channel.send(message, text);
    } catch {
      // The channel has ended, and reports that itself.
    }
  }

  /** Pauses the client until the agent accepts more. */
  waitForAgent(): void {
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    this.#channel.pause();
    void this.#agent.drained().then(() => {
      this.#isWaiting = false;
      this.#channel.resume();
    });
  }

  /** Closes the channel after its pending messages are sent. */
  disconnect(): void {
    if (this.#isDisconnected) return;
    this.#isDisconnected = true;
    void this.#channel.end().catch(() => undefined);
  }
}
