/**
 * Reports that an agent is silent, or does not stop, in a plain-text chat.
 *
 * A report is repeated when twice the time has passed, so that a long silence is not noisy.
 */
import { shortDuration, ActivityMonitor, type ActivityState } from '../conversation/activity-monitor.ts';

/** Milliseconds between two checks. */
const checkInterval = 250;

export interface ActivityReporterInit {
  readonly now: () => number;
  readonly say: (text: string) => void;
  /** Whether the agent is working. */
  readonly isBusy: () => boolean;
  readonly isCancelling: () => boolean;
}

const reports: Readonly<Record<ActivityState['kind'], (time: string) => string | undefined>> = {
  cancelling: () => undefined,
  unstoppable: (time) => `The agent has not stopped for ${time}. Type /restart to end it.`,
  silent: (time) => `No output for ${time}. Type /cancel to cancel, or /restart to restart the agent.`,
};

export class ActivityReporter implements Disposable {
  readonly #init: ActivityReporterInit;
  readonly #monitor: ActivityMonitor;
  #timer: NodeJS.Timeout | undefined;
  /** The last report. */
  #lastReport: ActivityState | undefined;

  constructor(init: ActivityReporterInit) {
    this.#init = init;
    this.#monitor = new ActivityMonitor(init.now);
  }

  /** Records that the agent has sent something. */
  recordMessage(): void {
    this.#monitor.recordMessage();
  }

  /** Work may have started or ended. */
  changed(): void {
    this.#check();
    const isBusy = this.#init.isBusy();
    if (isBusy === (this.#timer !== undefined)) return;
    clearInterval(this.#timer);
    this.#timer = isBusy ? setInterval(() => this.#check(), checkInterval) : undefined;
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }

  #check(): void {
    const state = this.#monitor.check({ isBusy: this.#init.isBusy(), isCancelling: this.#init.isCancelling() });
    const last = this.#lastReport;
    if (state !== undefined && state.kind === last?.kind && state.since < 2 * last.since) return;
    this.#lastReport = state;
    const report = state === undefined ? undefined : reports[state.kind](shortDuration(state.since));
    if (report !== undefined) this.#init.say(report);
  }
}
