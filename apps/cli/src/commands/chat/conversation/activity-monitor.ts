/** Watches a running prompt: how long it runs, how long the agent has been silent, and whether it was cancelled. */

/** Milliseconds of silence that are not reported. */
const allowedSilence = 30_000;
/** Milliseconds for an agent to stop after a cancellation. */
const stopGracePeriod = 5000;

/** The state of a running prompt, and the milliseconds since it began. */
export interface ActivityState {
  readonly kind: 'silent' | 'cancelling' | 'unstoppable';
  readonly since: number;
}

interface Activity {
  readonly isBusy: boolean;
  readonly isCancelling: boolean;
  /** Whether the agent waits for an answer of the user. */
  readonly isAsking?: boolean;
}

export class ActivityMonitor {
  readonly #now: () => number;
  #startedAt: number | undefined;
  #lastMessageAt: number | undefined;
  #cancelledAt: number | undefined;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Records that the agent has sent something. */
  recordMessage(): void {
    this.#lastMessageAt = this.#now();
  }

  /** Milliseconds since the work began, at the last check; 0 if nothing runs. */
  get elapsed(): number {
    return this.#startedAt === undefined ? 0 : this.#now() - this.#startedAt;
  }

  /**
   * Returns the state; undefined if there is nothing to report. While the agent waits for the user, it is not silent.
   */
  check({ isBusy, isCancelling, isAsking = false }: Activity): ActivityState | undefined {
    this.#startedAt = isBusy ? (this.#startedAt ?? this.#now()) : undefined;
    this.#lastMessageAt = isBusy && !isAsking ? (this.#lastMessageAt ?? this.#now()) : undefined;
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
    cancelling: 'Cancelling …',
    unstoppable: `Not stopping for ${time} · /restart ends it`,
    silent: `No output for ${time} · Esc cancels · /restart restarts the agent`,
  };
  return words[state.kind];
}

/** Formats a duration: `59 s`, `2 min 10 s`, `1 h 5 min`. */
export function shortDuration(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes >= 60) return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
  return seconds % 60 === 0 ? `${minutes} min` : `${minutes} min ${seconds % 60} s`;
}
