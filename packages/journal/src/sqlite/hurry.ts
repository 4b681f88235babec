/**
 * Tells when two threads that ask and answer each other had better stay awake: to wake one takes as long as a fifth of a commit.
 *
 * That is so while question follows upon answer, and the answers come soon. Who asks now and then, who waits for a slow disk and who shares a machine that is
 * busy sleeps until something comes, and takes nothing from others.
 */
import { atOnce } from './bell.ts';

/** Milliseconds from a question to its answer. */
const soon = 0.5;

/** A late answer counts as much as so many that come soon; who waits for more than one in five sleeps. */
const late = 4;
const mostLate = 64;

export interface HurryOptions {
  /** Of the machine: with one, who stays awake keeps the other from its work. */
  readonly cores: number;
  /** Milliseconds of a clock that does not go back. */
  readonly now?: () => number;
}

export class Hurry {
  readonly #cores: number;
  readonly #now: () => number;
  #asked = 0;
  #answered = 0;
  /** Late answers in the recent past, less those that came soon; at first nothing is known. */
  #lateness = 2 * late;
  #state: 'idle' | 'asleep' | 'awake' = 'idle';

  constructor({ cores, now = () => performance.now() }: HurryOptions) {
    this.#cores = cores;
    this.#now = now;
  }

  /** Something is asked; true when it is worth to stay awake for the answer. */
  ask(): boolean {
    if (this.#state !== 'idle') return false;
    this.#asked = this.#now();
    const isClose = this.#asked - this.#answered < atOnce;
    this.#state = isClose && this.#lateness <= late && this.#cores > 1 ? 'awake' : 'asleep';
    return this.#state === 'awake';
  }

  /** Whether it is still worth it. */
  get isAwake(): boolean {
    if (this.#state === 'awake' && this.#now() - this.#asked > soon) this.#state = 'asleep';
    return this.#state === 'awake';
  }

  /** Everything that was asked is answered. */
  answer(): void {
    this.#answered = this.#now();
    const isSoon = this.#answered - this.#asked < soon;
    this.#lateness = isSoon ? Math.max(0, this.#lateness - 1) : Math.min(mostLate, this.#lateness + late);
    this.#state = 'idle';
  }
}
