/** Work that goes on, for whoever wonders whether it still does: for how long nothing was heard of it, and whether it was asked to stop. */

/** Milliseconds of silence that are nothing to speak of. */
const shortSilence = 30_000;
/** Milliseconds in which an agent may stop. */
const shortStop = 5000;

/** What there is to say about work beside that it goes on, and since how many milliseconds. */
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

  /** Something was heard of the agent. */
  heard(): void {
    this.#heardAt = this.#now();
  }

  /** Looks at the work; undefined where there is nothing to say. */
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

/** The same on a line of the screen. */
export function activityWords(state: ActivityState | undefined): string | undefined {
  if (state === undefined) return undefined;
  const time = shownSeconds(state.since);
  const words: Readonly<Record<ActivityState['kind'], string>> = {
    cancelling: 'cancelling',
    unstoppable: `does not stop for ${time}, //restart ends it`,
    silent: `silent for ${time}, Esc cancels, //restart starts it again`,
  };
  return words[state.kind];
}

/** A time in short. */
export function shownSeconds(milliseconds: number): string {
  const all = Math.floor(milliseconds / 1000);
  return all < 120 ? `${all} s` : `${Math.floor(all / 60)} min`;
}
