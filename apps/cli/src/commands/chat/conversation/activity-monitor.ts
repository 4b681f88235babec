/** Watches a running prompt: how long the agent has been silent, and whether it was cancelled. */

/** Milliseconds of silence that are not reported. */
const allowedSilence = 30_000;
/** Milliseconds for an agent to stop after a cancellation. */
const stopGracePeriod = 5000;

/** The state of a running prompt, and the milliseconds since it began. */
export interface ActivityState {
  readonly kind: 'silent' | 'cancelling' | 'unstoppable';
  readonly since: number;
}

export class ActivityMonitor {
  readonly #now: () => number;
  #lastMessageAt: number | undefined;
  #cancelledAt: number | undefined;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Records that the agent has sent something. */
  recordMessage(): void {
    this.#lastMessageAt = this.#now();
  }

  /** Returns the state; undefined if there is nothing to report. */
  check({
    isBusy,
    isCancelling,
  }: {
    readonly isBusy: boolean;
    readonly isCancelling: boolean;
  }): ActivityState | undefined {
    this.#lastMessageAt = isBusy ? (this.#lastMessageAt ?? this.#now()) : undefined;
    this.#cancelledAt = isBusy && isCancelling ? (this.#cancelledAt ?? this.#now()) : undefined;
    if (this.#cancelledAt !== undefined) {
      const since = this.#now() - this.#cancelledAt;
      return { kind: since < stopGracePeriod ? 'cancelling' : 'unstoppable', since };
    }
    if (this.#lastMessageAt === undefined) return undefined;
    const since = this.#now() - this.#lastMessageAt;
    return since < allowedSilence ? undefined : { kind: 'silent', since };
  }
}

/** The text of the status line. */
export function activityWords(state: ActivityState | undefined): string | undefined {
  if (state === undefined) return undefined;
  const time = shortDuration(state.since);
  const words: Readonly<Record<ActivityState['kind'], string>> = {
    cancelling: 'cancelling',
    unstoppable: `not stopping for ${time}, //restart ends it`,
    silent: `silent for ${time}, Esc cancels, //restart restarts it`,
  };
  return words[state.kind];
}

/** Formats a duration in seconds, or in minutes from two minutes on. */
export function shortDuration(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  return seconds < 120 ? `${seconds} s` : `${Math.floor(seconds / 60)} min`;
}
