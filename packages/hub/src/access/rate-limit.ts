/**
 * How many requests each principal may make in a second: a token bucket for each.
 *
 * A principal whose bucket is full is forgotten. If more are active than are remembered, the others share one bucket,
 * so that the table never grows beyond its limit.
 */
import type { Clock } from '@acp-stack/rpc';

interface Bucket {
  /** Requests that were left at the time `filledAt`. */
  left: number;
  filledAt: number;
}

/** How many principals are remembered. */
const maxRemembered = 10_000;

export class RateLimit {
  readonly #clock: Clock;
  readonly #maxRemembered: number;
  readonly #buckets = new Map<string, Bucket>();
  readonly #shared: Bucket = { left: Infinity, filledAt: 0 };

  constructor(clock: Clock, remembered: number = maxRemembered) {
    this.#clock = clock;
    this.#maxRemembered = remembered;
  }

  /** How many principals are remembered now. */
  get size(): number {
    return this.#buckets.size;
  }

  /** Counts a request; returns false if there were too many. `burst` is what may be used at once. */
  take(name: string, { perSecond, burst }: { readonly perSecond: number; readonly burst: number }): boolean {
    if (perSecond === Infinity) return true;
    const bucket = this.#bucketOf(name, perSecond, burst);
    const now = this.#clock.now();
    bucket.left = Math.min(burst, bucket.left + ((now - bucket.filledAt) / 1000) * perSecond);
    bucket.filledAt = now;
    if (bucket.left < 1) return false;
    bucket.left -= 1;
    return true;
  }

  #bucketOf(name: string, perSecond: number, burst: number): Bucket {
    const known = this.#buckets.get(name);
    if (known !== undefined) return known;
    if (this.#buckets.size >= this.#maxRemembered) this.#forgetIdle(perSecond, burst);
    if (this.#buckets.size >= this.#maxRemembered) return this.#shared;
    const bucket: Bucket = { left: burst, filledAt: this.#clock.now() };
    this.#buckets.set(name, bucket);
    return bucket;
  }

  #forgetIdle(perSecond: number, burst: number): void {
    const now = this.#clock.now();
    for (const [name, { left, filledAt }] of this.#buckets) {
      if (left + ((now - filledAt) / 1000) * perSecond >= burst) this.#buckets.delete(name);
    }
  }
}
