/**
 * Runs the steps of a script one after the other, each within its time.
 *
 * Steps that do not wait run in the same turn. The first one that fails is the last one that runs.
 */
import type { Clock } from '@acp-stack/rpc';

import { MockPeerError } from './mock-peer-error.ts';

export interface Step {
  /** What should happen, in words. */
  readonly expected: string;
  /** Runs the step; a promise when it is not done at once. */
  readonly run: () => Promise<void> | void;
}

export interface StepRunnerOptions {
  readonly clock: Clock;
  /** Milliseconds that one step may take. */
  readonly timeout: number;
  readonly transcript: readonly string[];
  readonly onFailure: (error: MockPeerError) => void;
}

export class StepRunner {
  readonly #options: StepRunnerOptions;
  readonly #steps: Step[] = [];
  #next = 0;
  #running: Promise<void> | undefined;
  #failure: MockPeerError | undefined;

  constructor(options: StepRunnerOptions) {
    this.#options = options;
  }

  /** Why the script ended early. */
  get failure(): MockPeerError | undefined {
    return this.#failure;
  }

  add(step: Step): void {
    this.#steps.push(step);
    this.#running ??= Promise.resolve().then(() => this.#run());
  }

  /** Resolves when every step was run, or one failed. */
  async idle(): Promise<void> {
    while (this.#running !== undefined) await this.#running;
  }

  /** Ends the script: the step whose turn it is did not hold. */
  fail(expected: string, found: string): void {
    if (this.#failure !== undefined) return;
    const step = this.#next < this.#steps.length ? this.#next + 1 : undefined;
    this.#failure = new MockPeerError({ step, expected, found, transcript: [...this.#options.transcript] });
    this.#options.onFailure(this.#failure);
  }

  async #run(): Promise<void> {
    for (;;) {
      const step = this.#steps[this.#next];
      if (step === undefined || this.#failure !== undefined) break;
      try {
        const running = step.run();
        if (running !== undefined) await this.#withinTime(running, step.expected);
      } catch (error) {
        this.fail(step.expected, error instanceof Error ? error.message : String(error));
      }
      this.#next += 1;
    }
    this.#running = undefined;
  }

  /** Waits for `running`, and gives it up when it takes too long. */
  async #withinTime(running: Promise<void>, expected: string): Promise<void> {
    const { clock, timeout } = this.#options;
    let stop: (() => void) | undefined;
    const late = new Promise<void>((resolve) => {
      // Without it a program whose other side never speaks would end here, and nobody would hear why.
      const isNeeded = true;
      stop = clock.schedule(
        timeout,
        () => {
          this.fail(expected, `nothing within ${timeout} ms`);
          resolve();
        },
        isNeeded,
      );
    });
    try {
      await Promise.race([running, late]);
    } finally {
      stop?.();
    }
  }
}
