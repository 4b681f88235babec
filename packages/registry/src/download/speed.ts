/** Measures the speed of a download over the last seconds, with a clock that never jumps. */
export class SpeedMeter {
  readonly #now: () => number;
  readonly #samples: { readonly time: number; readonly bytes: number }[] = [];

  /** `now` returns milliseconds. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Returns the bytes per second; undefined before there are two measurements. */
  measure(bytes: number): number | undefined {
    const time = this.#now();
    this.#samples.push({ time, bytes });
    while (this.#samples.length > 2 && time - (this.#samples[0]?.time ?? 0) > window) this.#samples.shift();
    const [first] = this.#samples;
    if (first === undefined || time <= first.time) return undefined;
    return Math.round(((bytes - first.bytes) * 1000) / (time - first.time));
  }
}

const window = 3000;
