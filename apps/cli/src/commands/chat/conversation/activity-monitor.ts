/** Watches a running prompt: how long the agent has been silent, and whether it was cancelled. */

/** Milliseconds of silence that are not reported. */
const shortSilence = 30_000;
/** Milliseconds for an agent to stop after a cancellation. */
const shortStop = 5000;

/** What to report about a running prompt, and the milliseconds since then. */
export interface ActivityState {
  readonly kind: 'silent' | 'cancelling' | 'unstoppable';
  readonly since: number;
}

export class ActivityMonitor {
  readonly #now: () => number;
  #heardAt: number | undefined;
  #cancelledAt: number | undefined;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** The agent has sent something. */
  heard(): void {
    this.#heardAt = this.#now();
  }

  /** Returns the state; undefined if there is nothing to report. */
  look({
    isBusy,
    isCancelling,
  }: {
    readonly isBusy: boolean;
    readonly isCancelling: boolean;
  }): ActivityState | undefined {
    this.#heardAt = isBusy ? (this.#heardAt ?? this.#now()) : undefined;
    this.#cancelledAt = isBusy && isCancelling ? (this.#cancelledAt ?? this.#now()) : undefined;
    if (this.#cancelledAt !== undefined) {
      const since = this.#now() - this.#cancelledAt;
      return { kind: since < shortStop ? 'cancelling' : 'unstoppable', since };
    }
    if (this.#heardAt === undefined) return undefined;
    const since = this.#now() - this.#heardAt;
    return since < shortSilence ? undefined : { kind: 'silent', since };
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

/** A short duration. */
export function shortDuration(milliseconds: number): string {
  const all = Math.floor(milliseconds / 1000);
  return all < 120 ? `${all} s` : `${Math.floor(all / 60)} min`;
}
