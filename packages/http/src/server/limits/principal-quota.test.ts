import { VirtualClock } from '@acp-stack/testing';
import { describe, expect, test } from 'vitest';

import { PrincipalQuotas } from './principal-quota.ts';

const stand = (): { readonly shares: PrincipalQuotas; readonly clock: VirtualClock } => {
  const clock = new VirtualClock();
  return { clock, shares: new PrincipalQuotas({ postsPerSecond: 2, pendingBytes: 1000 }, clock) };
};

/** How many POSTs of `principal` are let through at this moment. */
function most(shares: PrincipalQuotas, principal: string): number {
  let count = 0;
  while (count < 1000 && shares.post(principal)) count += 1;
  return count;
}

describe('shares', () => {
  test('let ten seconds of POSTs through at once, and then as many as the rate says', async () => {
    const { shares, clock } = stand();
    expect(most(shares, 'ann')).toBe(20);
    await clock.advance(3000);
    expect(most(shares, 'ann')).toBe(6);
    await clock.advance(3_600_000);
    expect(most(shares, 'ann')).toBe(20);
  });

  test('of one principal are no business of another', () => {
    const { shares } = stand();
    most(shares, 'ann');
    expect(most(shares, 'bob')).toBe(20);
  });

  test('count the bytes of all bodies of a principal together, until they are given back', () => {
    const { shares } = stand();
    const [first, second, third] = [shares.hold('ann'), shares.hold('ann'), shares.hold('bob')];
    expect([first.take(500), second.take(500), third.take(500)]).toEqual([true, false, true]);
    first.release();
    first.release();
    expect([second.take(500), shares.hold('ann').take(500)]).toEqual([true, false]);
  });

  test('count a body in tiny pieces as what it takes, not as what it says', () => {
    const { shares } = stand();
    const hold = shares.hold('ann');
    let pieces = 0;
    while (hold.take(1)) pieces += 1;
    expect(pieces).toBe(7);
  });

  test('forget principals that take nothing', async () => {
    const { shares, clock } = stand();
    shares.hold('busy');
    for (let n = 0; n < 1023; n += 1) shares.post(`visitor-${n}`);
    await clock.advance(10_000);
    shares.post('last');
    expect(shares.size).toBe(2);
  });

  test('have no limit where they are told so', () => {
    const shares = new PrincipalQuotas({ postsPerSecond: Infinity, pendingBytes: Infinity }, new VirtualClock());
    expect(most(shares, 'ann')).toBe(1000);
  });
});
