/**
 * What each principal takes of the server at the moment: how often it posts, and how much of that is not handed over yet.
 *
 * A principal that takes nothing is forgotten, so that this does not grow with everybody who ever came.
 */
import type { Clock } from '@acp-stack/rpc';

import type { HttpLimits } from './http-limits.ts';

/** Seconds of the permitted rate that a principal may use up at once. */
const burst = 10;
/** Principals that are remembered before those that take nothing are looked for. */
const mostRemembered = 1024;
/** What a piece of a body takes besides its bytes: a body in pieces of one byte each is larger than it looks. */
const pieceOverhead = 128;

interface Quota {
  /** POSTs that are left, as of `at`. */
  left: number;
  at: number;
  pending: number;
  /** Bodies that are being read or handled. */
  holds: number;
}

/** Counts the bytes of one body. */
export interface BodyQuota {
  /** Takes room for a piece; false when there is none. */
  readonly take: (bytes: number) => boolean;
  /** Gives back everything that was taken; nothing more is taken afterwards. */
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

  /** How many principals are remembered. */
  get size(): number {
    return this.#byPrincipal.size;
  }

  /** Counts a POST; false when there were too many lately. */
  post(principal: string): boolean {
    if (this.#limits.postsPerSecond === Infinity) return true;
    const share = this.#of(principal);
    this.#refill(share);
    if (share.left < 1) return false;
    share.left -= 1;
    return true;
  }

  /** Room for a body that is about to be read. */
  hold(principal: string): BodyQuota {
    const share = this.#of(principal);
    let taken = 0;
    let isReleased = false;
    share.holds += 1;
    return {
      take: (bytes) => {
        const size = bytes + pieceOverhead;
        if (share.pending + size > this.#limits.pendingBytes) return false;
        share.pending += size;
        taken += size;
        return true;
      },
      release: () => {
        if (isReleased) return;
        isReleased = true;
        share.pending -= taken;
        share.holds -= 1;
      },
    };
  }

  #of(principal: string): Quota {
    const known = this.#byPrincipal.get(principal);
    if (known !== undefined) return known;
    if (this.#byPrincipal.size >= mostRemembered) this.#forgetIdle();
    const share: Quota = { left: this.#limits.postsPerSecond * burst, at: this.#clock.now(), pending: 0, holds: 0 };
    this.#byPrincipal.set(principal, share);
    return share;
  }

  #refill(share: Quota): void {
    const { postsPerSecond } = this.#limits;
    const now = this.#clock.now();
    share.left = Math.min(postsPerSecond * burst, share.left + ((now - share.at) / 1000) * postsPerSecond);
    share.at = now;
  }

  #forgetIdle(): void {
    for (const [principal, share] of this.#byPrincipal) {
      this.#refill(share);
      if (share.holds === 0 && share.left >= this.#limits.postsPerSecond * burst) this.#byPrincipal.delete(principal);
    }
  }
}
