/**
 * What each principal uses of the server: the rate of its POSTs, and the bytes of bodies that are not handled yet.
 *
 * A principal that uses nothing is forgotten, so the table does not grow with every principal that ever connected.
 */
import type { Clock } from '@acp-stack/rpc';

import type { HttpLimits } from './http-limits.ts';

/** Seconds of the permitted rate that may be used at once. */
const burst = 10;
/** Above this many principals, idle ones are removed. */
const maxRemembered = 1024;
/**
 * Bytes that a chunk of a body costs besides its content: a body in chunks of one byte each takes far more memory than
 * its size.
 */
const pieceOverhead = 128;

interface Quota {
  /** POSTs that were left at the time `refilledAt`. */
  left: number;
  refilledAt: number;
  pending: number;
  /** Bodies that are being read or handled. */
  holds: number;
}

/** Counts the bytes of one body. */
export interface BodyQuota {
  /** Reserves room for a chunk; returns false if there is none. */
  readonly take: (bytes: number) => boolean;
  /** Returns everything that was reserved. */
  readonly release: () => void;
}

export class PrincipalQuotas {
  readonly #limits: Pick<HttpLimits, 'postsPerSecond' | 'pendingBytes'>;
  readonly #clock: Clock;
  readonly #byPrincipal = new Map<string, Quota>();

  constructor(limits: Pick<HttpLimits, 'postsPerSecond' | 'pendingBytes'>, clock: Clock) {
    this.#limits = limits;
    this.#clock = clock;
  }

  /** How many principals are in the table. */
  get size(): number {
    return this.#byPrincipal.size;
  }

  /** Counts a POST; returns false if there were too many. */
  post(principal: string): boolean {
    if (this.#limits.postsPerSecond === Infinity) return true;
    const quota = this.#of(principal);
    this.#refill(quota);
    if (quota.left < 1) return false;
    quota.left -= 1;
    return true;
  }

  /** Starts to count the bytes of a body. */
  hold(principal: string): BodyQuota {
    const quota = this.#of(principal);
    let taken = 0;
    let isReleased = false;
    quota.holds += 1;
    return {
      take: (bytes) => {
        const size = bytes + pieceOverhead;
        if (quota.pending + size > this.#limits.pendingBytes) return false;
        quota.pending += size;
        taken += size;
        return true;
      },
      release: () => {
        if (isReleased) return;
        isReleased = true;
        quota.pending -= taken;
        quota.holds -= 1;
      },
    };
  }

  #of(principal: string): Quota {
    const known = this.#byPrincipal.get(principal);
    if (known !== undefined) return known;
    if (this.#byPrincipal.size >= maxRemembered) this.#forgetIdle();
    const quota: Quota = {
      left: this.#limits.postsPerSecond * burst,
      refilledAt: this.#clock.now(),
      pending: 0,
      holds: 0,
    };
    this.#byPrincipal.set(principal, quota);
    return quota;
  }

  #refill(quota: Quota): void {
    const { postsPerSecond } = this.#limits;
    const now = this.#clock.now();
    quota.left = Math.min(postsPerSecond * burst, quota.left + ((now - quota.refilledAt) / 1000) * postsPerSecond);
    quota.refilledAt = now;
  }

  #forgetIdle(): void {
    for (const [principal, quota] of this.#byPrincipal) {
      this.#refill(quota);
      if (quota.holds === 0 && quota.left >= this.#limits.postsPerSecond * burst) this.#byPrincipal.delete(principal);
    }
  }
}
