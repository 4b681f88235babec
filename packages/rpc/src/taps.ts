/** Observers of a connection: a recorder, an inspector, a tracer. Costs nothing while there are none. */
import type { Clock } from './clock.ts';
import type { Report } from './report.ts';

/** One message that crossed the connection. */
export interface TappedMessage {
  readonly direction: 'in' | 'out';
  readonly message: unknown;
  /** What it was parsed from, for an incoming message that came as text. */
  readonly text: string | undefined;
  /** Milliseconds that only grow. */
  readonly monotonic: number;
  /** The time of day, in milliseconds. */
  readonly wall: number;
}

export class Taps {
  readonly #observers = new Set<(message: TappedMessage) => void>();
  readonly #clock: Clock;
  readonly #report: Report;

  constructor(clock: Clock, report: Report) {
    this.#clock = clock;
    this.#report = report;
  }

  get isUsed(): boolean {
    return this.#observers.size > 0;
  }

  add(observer: (message: TappedMessage) => void): Disposable {
    this.#observers.add(observer);
    return {
      [Symbol.dispose]: () => {
        this.#observers.delete(observer);
      },
    };
  }

  show(direction: 'in' | 'out', message: unknown, text: string | undefined): void {
    const tapped = { direction, message, text, monotonic: this.#clock.now(), wall: Date.now() };
    for (const observer of this.#observers) {
      try {
        observer(tapped);
      } catch (error) {
        this.#report({ kind: 'handler-failed', method: 'tap', error });
      }
    }
  }
}
