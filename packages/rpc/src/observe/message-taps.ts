/** Observers of a connection: a recorder, an inspector, a tracer. */
import type { Clock } from '../platform/clock.ts';
import { sendReport, type Reporting } from './peer-report.ts';

/** One message that crossed the connection. */
export interface TappedMessage {
  /** `in` came from the other side. */
  readonly direction: 'in' | 'out';
  /** As it was parsed, or before it is written; not to be changed. */
  readonly message: unknown;
  /** The text that it was parsed from, for an incoming message that came as text. */
  readonly text: string | undefined;
  /** Milliseconds that only grow. */
  readonly monotonic: number;
  /** The time of day, in milliseconds. */
  readonly wall: number;
}

/** Whatever can be observed so: a peer or something built on one. */
export interface Tappable {
  /** Shows every message of both directions to `observer`, until the returned object is disposed of. */
  tap(observer: (message: TappedMessage) => void): Disposable;
}

export class MessageTaps {
  readonly #observers = new Set<{ readonly observer: (message: TappedMessage) => void }>();
  readonly #clock: Clock;
  readonly #reporting: Reporting;

  constructor(clock: Clock, reporting: Reporting) {
    this.#clock = clock;
    this.#reporting = reporting;
  }

  add(observer: (message: TappedMessage) => void): Disposable {
    // An observer that was added twice is removed twice.
    const added = { observer };
    this.#observers.add(added);
    return {
      [Symbol.dispose]: () => {
        this.#observers.delete(added);
      },
    };
  }

  show(direction: 'in' | 'out', message: unknown, text: string | undefined): void {
    if (this.#observers.size === 0) return;
    const tapped = { direction, message, text, monotonic: this.#clock.now(), wall: Date.now() };
    for (const { observer } of this.#observers) {
      try {
        observer(tapped);
      } catch (error) {
        sendReport(this.#reporting, { kind: 'handler-failed', method: 'tap', error });
      }
    }
  }
}
