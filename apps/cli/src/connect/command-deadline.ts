/**
 * Ends a command: when its time is over, or when a signal asks it to.
 *
 * The first signal cancels the work in an orderly way; the second one exits at once.
 */
import { constants } from 'node:os';

import { CommandError, exitCodes } from '../errors/command-error.ts';

/** Milliseconds: about 24 days. A longer timer would fire at once. */
const maxTimerDelay = 2 ** 31 - 1;
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** The time limit of a part of the work, used if the user has set no limit for the whole. */
export interface PartLimit {
  readonly seconds: number;
  /** What takes that long, as the subject of a sentence. */
  readonly what: string;
}

export class CommandDeadline implements Disposable {
  readonly #controller = new AbortController();
  readonly #timer: NodeJS.Timeout | undefined;
  readonly #listeners = new Map<string, () => void>();

  /** `seconds` is the time limit of the whole command. */
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

  /** Aborts with a `CommandError` as its reason. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Why the command was ended; undefined while it runs. */
  get reason(): CommandError | undefined {
    return this.signal.aborted ? (this.signal.reason as CommandError) : undefined;
  }

  /** Resolves like `work`, or rejects with the reason if that comes first. */
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

  /** Ends the command because the user quits. */
  stop(): void {
    this.giveUp(new CommandError(exitCodes.failed, 'left'));
  }

  /** Ends the command with `reason`. */
  giveUp(reason: CommandError): void {
    this.#controller.abort(reason);
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
    for (const [signal, listener] of this.#listeners) process.off(signal, listener);
  }

  #endAfter({ seconds, what }: PartLimit): NodeJS.Timeout {
    const message = `${what} took longer than ${seconds} ${seconds === 1 ? 'second' : 'seconds'}; --timeout allows more`;
    return setTimeout(
      () => {
        this.giveUp(new CommandError(exitCodes.timeout, message));
      },
      Math.min(seconds * 1000, maxTimerDelay),
    );
  }
}
