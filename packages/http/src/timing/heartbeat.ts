/** Notices when the other side is gone without a word: what is quiet is asked where that is possible, and what stays quiet has dropped. */
import type { Clock } from '@acp-stack/rpc';

export interface HeartbeatOptions {
  readonly clock: Clock;
  /** Milliseconds without a sign of life until the other side is gone; it is asked after a third of them. */
  readonly silence: number;
  /** Asks for a sign of life; absent where nobody can be asked. */
  ask?(): void;
  onDead(): void;
  /** Whether silence means nothing just now: nobody listens, or the other side has no reason to speak. */
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

  /** The other side showed that it is there. */
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
    // The next look is when the next third of the silence is over.
    this.#arm(third - (quiet % third));
  }
}
