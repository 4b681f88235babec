/** Schedules frames: soon after a change, at a limited rate, and steadily during an animation. */

/** Milliseconds between two frames. */
const frameInterval = 33;
/** Milliseconds between two steps of an animation. */
const animationInterval = 150;

export class FrameClock {
  readonly #draw: () => void;
  #timer: NodeJS.Timeout | undefined;
  #animation: NodeJS.Timeout | undefined;
  #lastFrameAt = 0;
  #tick = 0;
  #isStopped = false;

  constructor(draw: () => void) {
    this.#draw = draw;
  }

  /** The number of animation steps so far. */
  get tick(): number {
    return this.#tick;
  }

  /** Draws soon; does nothing if a frame is already planned. */
  request(): void {
    if (this.#isStopped || this.#timer !== undefined) return;
    const delay = Math.max(0, this.#lastFrameAt + frameInterval - performance.now());
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#lastFrameAt = performance.now();
      this.#draw();
    }, delay);
  }

  /** Starts or stops the animation. */
  animate(isAnimated: boolean): void {
    if (isAnimated === (this.#animation !== undefined) || (isAnimated && this.#isStopped)) return;
    clearInterval(this.#animation);
    this.#animation = isAnimated
      ? setInterval(() => {
          this.#tick += 1;
          this.request();
        }, animationInterval)
      : undefined;
  }

  /** Allows frames again after `stop`. */
  start(): void {
    this.#isStopped = false;
  }

  /** Stops drawing. */
  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.animate(false);
  }
}
