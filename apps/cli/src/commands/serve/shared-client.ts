/** One client of a shared agent; it waits for the agent, and nobody waits for it. */
import type { Channel } from '@acp-stack/rpc';

/** Bytes that may wait for a client before it is let go: one that does not read must not hold up the others. */
const mostUnsent = 64 * 1024 * 1024;

export class SharedClient {
  readonly #channel: Channel;
  readonly #agent: Channel;
  #isGone = false;
  #isWaiting = false;

  constructor(channel: Channel, agent: Channel) {
    this.#channel = channel;
    this.#agent = agent;
  }

  send(message: unknown, text?: string): void {
    if (this.#isGone) return;
    if (this.#channel.unsentBytes > mostUnsent) {
      this.#channel.destroy(new Error('The client is too slow.'));
      return;
    }
    try {
      this.#channel.send(message, text);
    } catch {
      // It has ended, and says so itself.
    }
  }

  /** Reads nothing from the client until the agent takes more. */
  waitForAgent(): void {
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    this.#channel.pause();
    void this.#agent.drained().then(() => {
      this.#isWaiting = false;
      this.#channel.resume();
    });
  }

  /** Says nothing more, after what was said. */
  hangUp(): void {
    if (this.#isGone) return;
    this.#isGone = true;
    void this.#channel.end().catch(() => undefined);
  }
}
