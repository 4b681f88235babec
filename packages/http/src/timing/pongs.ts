/**
 * Answers the pings of a WebSocket peer, one pong at a time.
 *
 * While a pong waits to be sent, only the last ping is kept (RFC 6455, section 5.5.3), so that pings of a peer that
 * does not read cost no memory. A peer that leaves a pong unread for longer than the timeout is stalled.
 */
import type { Clock } from '@acp-stack/rpc';

export interface PongsOptions {
  readonly clock: Clock;
  /** Milliseconds within which the peer must read a pong. */
  readonly timeout: number;
  /** Sends a pong; `onTaken` is called when the network has taken it. */
  readonly send: (data: Uint8Array, onTaken: () => void) => void;
  /** Called at a ping after the timeout. */
  readonly onStalled: () => void;
}

export class Pongs {
  readonly #options: PongsOptions;
  /** When the pong that is being sent was written; undefined if none is. */
  #sentAt: number | undefined;
  /** The data of the last ping that waits for it. */
  #next: Uint8Array | undefined;

  constructor(options: PongsOptions) {
    this.#options = options;
  }

  /** A ping with `data` arrived. */
  answer(data: Uint8Array): void {
    const { clock, timeout, onStalled } = this.#options;
    if (this.#sentAt === undefined) this.#send(data);
    else if (clock.now() - this.#sentAt >= timeout) onStalled();
    // Copied, so that it does not keep the whole chunk in memory; `slice` does not copy everywhere.
    else this.#next = new Uint8Array(data);
  }

  #send(data: Uint8Array): void {
    const { clock, send } = this.#options;
    this.#sentAt = clock.now();
    send(data, () => {
      this.#sentAt = undefined;
      const next = this.#next;
      this.#next = undefined;
      if (next !== undefined) this.#send(next);
    });
  }
}
