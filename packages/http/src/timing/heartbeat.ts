/** Notices a dead peer: a silent one is pinged if possible, and one that stays silent counts as dropped. */
import type { Clock } from '@acp-stack/rpc';

export interface HeartbeatOptions {
  readonly clock: Clock;
  /** Milliseconds without any data after which the peer counts as dead; it is pinged after a third of them. */
  readonly silence: number;
  /** Sends a ping; absent if that is not possible. */
  ask?(): void;
  onDead(): void;
  /** Whether silence means nothing at the moment: reading is paused, or the peer has no reason to send. */
  ignoresSilence(): boolean;
}

export class Heartbeat {
  readonly #options: HeartbeatOptions;
  #last: number;
  #stop: (() => void) | undefined;

  constructor(options: HeartbeatOptions) {
    this.#options = options;
    this.#last = options.clock.now();
    this.#arm(options.silence / 3);
  }

  /** Data arrived: the peer is alive. */
  touch(): void {
    this.#last = this.#options.clock.now();
  }

  stop(): void {
    this.#stop?.();
  }

  #arm(ms: number): void {
    this.#stop = this.#options.clock.schedule(ms, () => {
      this.#look();
    });
  }

  #look(): void {
    const { clock, silence } = this.#options;
    if (this.#options.ignoresSilence()) this.touch();
    const quiet = clock.now() - this.#last;
    if (quiet >= silence) {
      this.#options.onDead();
      return;
    }
    const third = silence / 3;
    if (quiet >= third) this.#options.ask?.();
    // The next check is when the next third is over.
    this.#arm(third - (quiet % third));
  }
}
