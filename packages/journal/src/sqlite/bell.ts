/** The bell between a thread that asks and one that answers: it counts what was asked, and the one that answers sleeps until the count changes. */

/** Where the count is, and whether the next question is likely to follow at once. */
const count = 0;
const haste = 1;

/** Milliseconds to listen before going to sleep when there is haste. */
export const atOnce = 0.2;

export class Bell {
  /** What both threads share. */
  readonly words: Int32Array<SharedArrayBuffer>;

  constructor(words: Int32Array<SharedArrayBuffer> = new Int32Array(new SharedArrayBuffer(8))) {
    this.words = words;
  }

  get count(): number {
    return Atomics.load(this.words, count);
  }

  ring(isHurried: boolean): void {
    Atomics.store(this.words, haste, Number(isHurried));
    Atomics.add(this.words, count, 1);
    Atomics.notify(this.words, count);
  }

  /** Returns when the count is no longer the one that was `heard`. */
  wait(heard: number): void {
    if (Atomics.load(this.words, haste) === 1) {
      const end = performance.now() + atOnce;
      while (this.count === heard && performance.now() < end);
    }
    Atomics.wait(this.words, count, heard);
  }
}
