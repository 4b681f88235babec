import { VirtualClock } from '@acp-stack/testing';
import { describe, expect, test } from 'vitest';

import { PrincipalQuotas } from './principal-quota.ts';

const setUp = (): { readonly quotas: PrincipalQuotas; readonly clock: VirtualClock } => {
  const clock = new VirtualClock();
  return { clock, quotas: new PrincipalQuotas({ postsPerSecond: 2, pendingBytes: 1000 }, clock) };
};

/** How many POSTs of `principal` are let through at this moment. */
function most(quotas: PrincipalQuotas, principal: string): number {
  let count = 0;
  while (count < 1000 && quotas.post(principal)) count += 1;
  return count;
}

describe('quotas', () => {
  test('let ten seconds of POSTs through at once, and then as many as the rate says', async () => {
    const { quotas, clock } = setUp();
    expect(most(quotas, 'ann')).toBe(20);
    await clock.advance(3000);
    expect(most(quotas, 'ann')).toBe(6);
    await clock.advance(3_600_000);
    expect(most(quotas, 'ann')).toBe(20);
  });

  test('of one principal are no business of another', () => {
    const { quotas } = setUp();
    most(quotas, 'ann');
    expect(most(quotas, 'bob')).toBe(20);
  });

  test('count the bytes of all bodies of a principal together, until they are given back', () => {
    const { quotas } = setUp();
    const [first, second, third] = [quotas.hold('ann'), quotas.hold('ann'), quotas.hold('bob')];
    expect([first.take(500), second.take(500), third.take(500)]).toEqual([true, false, true]);
    first.release();
    first.release();
    expect([second.take(500), quotas.hold('ann').take(500)]).toEqual([true, false]);
  });

  test('count a body in tiny pieces as what it takes, not as what it says', () => {
    const { quotas } = setUp();
    const hold = quotas.hold('ann');
    let pieces = 0;
    while (hold.take(1)) pieces += 1;
    expect(pieces).toBe(7);
  });

  test('forget principals that take nothing', async () => {
    const { quotas, clock } = setUp();
    quotas.hold('busy');
    for (let n = 0; n < 1023; n += 1) quotas.post(`visitor-${n}`);
    await clock.advance(10_000);
    quotas.post('last');
    expect(quotas.size).toBe(2);
  });

  test('have no limit where they are told so', () => {
    const quotas = new PrincipalQuotas({ postsPerSecond: Infinity, pendingBytes: Infinity }, new VirtualClock());
    expect(most(quotas, 'ann')).toBe(1000);
  });
});
