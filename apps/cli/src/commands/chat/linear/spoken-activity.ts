/**
 * Reports that an agent is silent, or does not stop, in linear mode.
 *
 * A report is repeated when twice the time has passed, so that a long silence is not noisy.
 */
import { shortDuration, ActivityMonitor, type ActivityState } from '../conversation/activity-monitor.ts';

/** Milliseconds between two checks. */
const lookTime = 250;

export interface SpokenActivityParts {
  readonly now: () => number;
  readonly say: (words: string) => void;
  /** Whether the agent is working. */
  readonly isBusy: () => boolean;
  readonly isCancelling: () => boolean;
}

const words: Readonly<Record<ActivityState['kind'], (time: string) => string | undefined>> = {
  cancelling: () => undefined,
  unstoppable: (time) => `The agent has not stopped for ${time}. Type //restart to end it.`,
  silent: (time) => `The agent has been silent for ${time}. Type /cancel to cancel, or //restart to restart it.`,
};

export class SpokenActivity implements Disposable {
  readonly #parts: SpokenActivityParts;
  readonly #watch: ActivityMonitor;
  #timer: NodeJS.Timeout | undefined;
  /** The last report. */
  #said: ActivityState | undefined;

  constructor(parts: SpokenActivityParts) {
    this.#parts = parts;
    this.#watch = new ActivityMonitor(parts.now);
  }

  /** The agent has sent something. */
  heard(): void {
    this.#watch.heard();
  }

  /** Work may have started or ended. */
  changed(): void {
    this.#look();
    const isBusy = this.#parts.isBusy();
    if (isBusy === (this.#timer !== undefined)) return;
    clearInterval(this.#timer);
    this.#timer = isBusy ? setInterval(() => this.#look(), lookTime) : undefined;
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }

  #look(): void {
    const state = this.#watch.look({ isBusy: this.#parts.isBusy(), isCancelling: this.#parts.isCancelling() });
    const last = this.#said;
    if (state !== undefined && state.kind === last?.kind && state.since < 2 * last.since) return;
    this.#said = state;
    const told = state === undefined ? undefined : words[state.kind](shortDuration(state.since));
    if (told !== undefined) this.#parts.say(told);
  }
}
