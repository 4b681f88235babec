/**
 * The time of one call of a tool.
 *
 * It starts again with each report of progress, and stands still while the tool waits for the agent, which may have to
 * ask its user. When it is over, the signal of the call aborts and `expired` rejects; a handler that does not end is
 * not waited for.
 */
import { joinSignals, type Clock } from '@acp-stack/rpc';

/** How long a call may take. */
export interface ToolTime {
  /** The name of the tool, for the error. */
  readonly name: string;
  /** Milliseconds; Infinity if there is no limit. */
  readonly timeout: number;
  readonly clock: Clock;
}

export class ToolTimer {
  /** Aborts when the call is cancelled, or its time is over. */
  readonly signal: AbortSignal;
  /** Rejects when the time is over; never resolves. */
  readonly expired: Promise<never>;
  readonly #time: ToolTime;
  readonly #abort = new AbortController();
  readonly #release: () => void;
  #reject: (error: Error) => void = () => undefined;
  #cancelTimer: () => void = () => undefined;
  /** How many questions to the agent are not answered. */
  #questions = 0;
  #isOver = false;

  constructor(time: ToolTime, cancelled: AbortSignal) {
    this.#time = time;
    const joined = joinSignals(cancelled, this.#abort.signal);
    this.signal = joined.signal;
    this.#release = joined.release;
    this.expired = new Promise((_, reject) => (this.#reject = reject));
    // It may reject after the call has been answered in another way.
    this.expired.catch(() => undefined);
    this.restart();
  }

  /** The tool shows that it works: its time starts again. */
  restart(): void {
    this.#cancelTimer();
    const { timeout, clock } = this.#time;
    if (this.#isOver || this.#questions > 0 || timeout === Infinity) return;
    this.#cancelTimer = clock.schedule(timeout, () => {
      this.#expire();
    });
  }

  /** Waits for an answer of the agent, which takes no time of the tool. */
  async while<T>(question: Promise<T>): Promise<T> {
    this.#questions += 1;
    this.#cancelTimer();
    try {
      return await question;
    } finally {
      this.#questions -= 1;
      this.restart();
    }
  }

  /** The call is answered. */
  end(): void {
    this.#isOver = true;
    this.#cancelTimer();
    this.#release();
  }

  #expire(): void {
    const { name, timeout } = this.#time;
    const error = new Error(
      `The tool ${name} has not ended within ${timeout / 1000} seconds, nor reported progress; it was stopped.`,
    );
    this.#abort.abort(error);
    this.#reject(error);
  }
}
