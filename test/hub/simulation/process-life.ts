/**
 * The life of a simulated process: it runs, stands still, or is dead.
 *
 * What it has scheduled does not run while it stands still, and never when it is dead; so does whatever waits for
 * `running`.
 */
import type { Clock } from '@acp-stack/rpc';

export class ProcessLife {
  readonly #time: Clock;
  #state: 'running' | 'paused' | 'dead' = 'running';
  #held: (() => void)[] = [];
  /** The clock of the process: it goes on while the process stands still. */
  readonly clock: Clock;
  readonly #death = new AbortController();

  constructor(time: Clock) {
    this.#time = time;
    this.clock = {
      now: () => time.now(),
      schedule: (ms, work) => {
        let isCancelled = false;
        const cancel = time.schedule(ms, () => {
          this.#whenRunning(() => {
            if (!isCancelled) work();
          });
        });
        return () => {
          isCancelled = true;
          cancel();
        };
      },
    };
  }

  get state(): 'running' | 'paused' | 'dead' {
    return this.#state;
  }

  /** Aborts when the process is killed. */
  get death(): AbortSignal {
    return this.#death.signal;
  }

  /** Resolves when the process runs: at once, when it goes on, or never. */
  running(): Promise<void> {
    return new Promise((resolve) => {
      this.#whenRunning(resolve);
    });
  }

  pause(): void {
    if (this.#state === 'running') this.#state = 'paused';
  }

  resume(): void {
    if (this.#state !== 'paused') return;
    this.#state = 'running';
    const held = this.#held;
    this.#held = [];
    for (const work of held) this.#time.schedule(0, () => this.#whenRunning(work));
  }

  kill(): void {
    this.#state = 'dead';
    this.#held = [];
    this.#death.abort();
  }

  #whenRunning(work: () => void): void {
    if (this.#state === 'running') work();
    else if (this.#state === 'paused') this.#held.push(work);
  }
}
