/**
 * Reports in a plain-text chat how long an agent has worked, and that it is silent, or does not stop.
 *
 * A report about silence is repeated when twice the time has passed, so that a long silence is not noisy.
 */
import { shortDuration, ActivityMonitor, type ActivityState } from '../conversation/activity-monitor.ts';

/** Milliseconds between two checks. */
const checkInterval = 250;
/** Milliseconds of work between two reports of its time. */
const timeInterval = 30_000;

export interface ActivityReporterInit {
  readonly now: () => number;
  readonly say: (text: string) => void;
  /** Whether the agent is working. */
  readonly isBusy: () => boolean;
  readonly isCancelling: () => boolean;
  /** Whether the agent waits for an answer of the user. */
  readonly isAsking: () => boolean;
  /** What the agent does; undefined if it runs no tool. */
  readonly tool: () => string | undefined;
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
  /** The reports of the time that are over, said or not. */
  #times = 0;

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
    const { isBusy, isCancelling, isAsking } = this.#init;
    const state = this.#monitor.check({ isBusy: isBusy(), isCancelling: isCancelling(), isAsking: isAsking() });
    this.#reportTime({ isQuiet: state !== undefined || isAsking() });
    const last = this.#lastReport;
    if (state !== undefined && state.kind === last?.kind && state.since < 2 * last.since) return;
    this.#lastReport = state;
    const report = state === undefined ? undefined : reports[state.kind](shortDuration(state.since));
    if (report !== undefined) this.#init.say(report);
  }
  /** Says how long the work takes, unless there is something else to say. */
  #reportTime({ isQuiet }: { readonly isQuiet: boolean }): void {
    const { elapsed } = this.#monitor;
    const times = Math.floor(elapsed / timeInterval);
    const isDue = times > this.#times;
    this.#times = times;
    if (!isDue || isQuiet) return;
    const tool = this.#init.tool();
    this.#init.say(`Working for ${shortDuration(elapsed)}${tool === undefined ? '.' : `: ${tool}`}`);
  }
}
