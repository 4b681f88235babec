/**
 * How long a command goes on: until it is done, its time is over, or it is asked to end from outside.
 *
 * The first signal asks, and what runs is cancelled in an orderly way; the second one ends the program at once.
 */
import { constants } from 'node:os';

import { CommandError, exitCodes } from '../errors/command-error.ts';

/** Milliseconds; a timer that is to wait longer does not wait at all. These are 24 days. */
const longestTimer = 2 ** 31 - 1;
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** The most that a part of the work may take, where the user has set no time for the whole. */
export interface PartLimit {
  readonly seconds: number;
  /** What takes that long, in words. */
  readonly what: string;
}

export class CommandDeadline implements Disposable {
  readonly #controller = new AbortController();
  readonly #timer: NodeJS.Timeout | undefined;
  readonly #listeners = new Map<string, () => void>();

  /** `seconds` is the time that everything may take. */
  constructor(seconds: number | undefined) {
    if (seconds !== undefined) this.#timer = this.#endAfter({ seconds, what: 'it' });
    for (const signal of signals) {
      const listener = (): void => {
        const code = 128 + constants.signals[signal];
        if (this.signal.aborted) process.exit(code);
        this.giveUp(new CommandError(code, 'interrupted'));
      };
      this.#listeners.set(signal, listener);
      process.on(signal, listener);
    }
  }

  /** Aborts with a `CommandError` that says why. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Why it is over before it was done; undefined when it is not. */
  get reason(): CommandError | undefined {
    return this.signal.aborted ? (this.signal.reason as CommandError) : undefined;
  }

  /** The outcome of `work`, or the reason when that comes first. */
  async until<T>(work: PromiseLike<T>, limit?: PartLimit): Promise<T> {
    const { signal } = this;
    const timer = limit === undefined || this.#timer !== undefined ? undefined : this.#endAfter(limit);
    try {
      return await new Promise<T>((resolve, reject) => {
        const stop = (): void => {
          reject(signal.reason as Error);
        };
        if (signal.aborted) stop();
        signal.addEventListener('abort', stop, { once: true });
        work.then(resolve, reject);
      });
    } finally {
      clearTimeout(timer);
    }
  }

  /** Ends what is still under way, because the user wants to leave. */
  stop(): void {
    this.giveUp(new CommandError(exitCodes.failed, 'left'));
  }

  /** Ends what is still under way, for a reason of its own. */
  giveUp(reason: CommandError): void {
    this.#controller.abort(reason);
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
    for (const [signal, listener] of this.#listeners) process.off(signal, listener);
  }

  #endAfter({ seconds, what }: PartLimit): NodeJS.Timeout {
    const words = `${what} took longer than ${seconds} ${seconds === 1 ? 'second' : 'seconds'}; --timeout gives it more`;
    return setTimeout(
      () => {
        this.giveUp(new CommandError(exitCodes.timeout, words));
      },
      Math.min(seconds * 1000, longestTimer),
    );
  }
}
