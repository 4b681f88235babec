/**
 * Runs steps one after the other, each with a timeout.
 *
 * Steps that do not wait run in the same microtask. After the first failure no further step runs.
 */
import { describeError, type Clock } from '@acp-stack/rpc';

import { MockPeerError } from './mock-peer-error.ts';

export interface Step {
  /** What should happen, for the error message. */
  readonly expected: string;
  /** Runs the step; returns a promise if it has to wait. */
  readonly run: () => Promise<void> | void;
}

export interface StepRunnerOptions {
  readonly clock: Clock;
  /** Timeout of one step in milliseconds. */
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

  /** The first failure. */
  get failure(): MockPeerError | undefined {
    return this.#failure;
  }

  add(step: Step): void {
    this.#steps.push(step);
    this.#running ??= Promise.resolve().then(() => this.#run());
  }

  /** Resolves when every step has run, or one has failed. */
  async idle(): Promise<void> {
    while (this.#running !== undefined) await this.#running;
  }

  /** Fails the current step. */
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
        this.fail(step.expected, describeError(error));
      }
      this.#next += 1;
    }
    this.#running = undefined;
  }

  /** Waits for `running` until the timeout. */
  async #withinTime(running: Promise<void>, expected: string): Promise<void> {
    const { clock, timeout } = this.#options;
    let stop: (() => void) | undefined;
    const late = new Promise<void>((resolve) => {
      // Keeps the process alive: otherwise it would exit before the timeout reports the failure.
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
