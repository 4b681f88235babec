/**
 * Limits how long an agent may take until it sends its first message.
 *
 * A program that installs itself first takes minutes and prints what it does; one that hangs is silent. So silence has
 * a short limit, and the whole start a long one.
 */
import type { Clock } from '@acp-stack/rpc';

/** Milliseconds from the first message to the agent until its own first message. */
export interface StartUpLimits {
  /** Without any output. */
  readonly silence: number;
  /** In all, although it prints. */
  readonly total: number;
}

export class StartUpTimeout {
  readonly #clock: Clock;
  readonly #limits: StartUpLimits;
  readonly #onLate: (verdict: 'hanging' | 'installing') => void;
  #state: 'waiting' | 'watching' | 'over' = 'waiting';
  #hasPrinted = false;
  #stopSilence: () => void = () => undefined;
  #stopTotal: () => void = () => undefined;

  constructor(clock: Clock, limits: StartUpLimits, onLate: (verdict: 'hanging' | 'installing') => void) {
    this.#clock = clock;
    this.#limits = limits;
    this.#onLate = onLate;
  }

  get isOver(): boolean {
    return this.#state === 'over';
  }

  /** The agent was sent a message, and should respond. */
  begin(): void {
    if (this.#state !== 'waiting') return;
    this.#state = 'watching';
    this.#awaitOutput();
    if (this.#limits.total === Infinity) return;
    this.#stopTotal = this.#clock.schedule(this.#limits.total, () => {
      this.#late(this.#hasPrinted ? 'installing' : 'hanging');
    });
  }

  /** The agent printed something. */
  printed(): void {
    this.#hasPrinted = true;
    if (this.#state === 'watching') this.#awaitOutput();
  }

  /** The agent has sent a message, or has ended. */
  over(): void {
    if (this.#state === 'over') return;
    this.#state = 'over';
    this.#stopSilence();
    this.#stopTotal();
  }

  #awaitOutput(): void {
    this.#stopSilence();
    if (this.#limits.silence === Infinity) return;
    this.#stopSilence = this.#clock.schedule(this.#limits.silence, () => {
      this.#late('hanging');
    });
  }

  #late(verdict: 'hanging' | 'installing'): void {
    this.over();
    this.#onLate(verdict);
  }
}
