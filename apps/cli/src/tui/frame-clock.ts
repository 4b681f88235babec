/** Schedules frames: soon after a change, at a limited rate, and steadily during an animation. */

/** Milliseconds between two frames. */
const frameTime = 33;
/** Milliseconds between two steps of an animation. */
const stepTime = 150;

export class FrameClock {
  readonly #draw: () => void;
  #timer: NodeJS.Timeout | undefined;
  #movement: NodeJS.Timeout | undefined;
  #last = 0;
  #tick = 0;
  #isStopped = false;

  constructor(draw: () => void) {
    this.#draw = draw;
  }

  /** The number of animation steps so far. */
  get tick(): number {
    return this.#tick;
  }

  /** Requests a frame. */
  request(): void {
    if (this.#isStopped || this.#timer !== undefined) return;
    const wait = Math.max(0, this.#last + frameTime - performance.now());
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#last = performance.now();
      this.#draw();
    }, wait);
  }

  /** Starts or stops the animation. */
  move(isMoving: boolean): void {
    if (isMoving === (this.#movement !== undefined) || (isMoving && this.#isStopped)) return;
    clearInterval(this.#movement);
    this.#movement = isMoving
      ? setInterval(() => {
          this.#tick += 1;
          this.request();
        }, stepTime)
      : undefined;
  }

  start(): void {
    this.#isStopped = false;
  }

  /** Stops drawing. */
  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.move(false);
  }
}
