/** When frames are drawn: soon after something has changed, never more often than the eye can see, and steadily while something moves. */

/** Milliseconds between two frames. */
const frameTime = 33;
/** Milliseconds between two steps of what moves. */
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

  /** Counts the steps of what moves. */
  get tick(): number {
    return this.#tick;
  }

  /** Asks for a frame. */
  request(): void {
    if (this.#isStopped || this.#timer !== undefined) return;
    const wait = Math.max(0, this.#last + frameTime - performance.now());
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#last = performance.now();
      this.#draw();
    }, wait);
  }

  /** Something moves, or nothing does any more. */
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

  /** Draws nothing more. */
  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.move(false);
  }
}
