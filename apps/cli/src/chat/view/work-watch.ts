/** Work that goes on, for whoever wonders whether it still does: for how long nothing was heard of it, and whether it was asked to stop. */

/** Milliseconds of silence that are nothing to speak of. */
const shortSilence = 30_000;
/** Milliseconds in which an agent may stop. */
const shortStop = 5000;

export class WorkWatch {
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

  /** What is to be said about the work beside that it goes on, if anything. */
  look({ isBusy, isCancelling }: { readonly isBusy: boolean; readonly isCancelling: boolean }): string | undefined {
    this.#heardAt = isBusy ? (this.#heardAt ?? this.#now()) : undefined;
    this.#cancelledAt = isBusy && isCancelling ? (this.#cancelledAt ?? this.#now()) : undefined;
    if (this.#cancelledAt !== undefined) {
      const waited = this.#now() - this.#cancelledAt;
      return waited < shortStop ? 'cancelling' : `does not stop for ${seconds(waited)}, //restart ends it`;
    }
    if (this.#heardAt === undefined) return undefined;
    const silence = this.#now() - this.#heardAt;
    return silence < shortSilence
      ? undefined
      : `silent for ${seconds(silence)}, Esc cancels, //restart starts it again`;
  }
}

function seconds(milliseconds: number): string {
  const all = Math.floor(milliseconds / 1000);
  return all < 120 ? `${all} s` : `${Math.floor(all / 60)} min`;
}
