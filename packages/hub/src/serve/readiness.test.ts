import { settled, VirtualClock } from '@acp-stack/testing';
import { expect, test } from 'vitest';

import { readiness } from './readiness.ts';

test('a store that does not answer within a second is not available, and is not asked again until it answers', async () => {
  const clock = new VirtualClock();
  let pings = 0;
  let answer = (): void => undefined;
  const ready = readiness({
    clock,
    isDraining: () => false,
    ping: () => {
      pings += 1;
      return new Promise<void>((resolve) => (answer = resolve));
    },
  });
  const first = ready();
  await clock.advance(999);
  answer();
  expect(await first).toBe('ready');
  const second = ready();
  await clock.advance(1000);
  expect(await second).toBe('store unavailable');
  await clock.advance(60_000);
  expect(await ready()).toBe('store unavailable');
  expect(pings).toBe(2);
  answer();
  await settled();
  const third = ready();
  answer();
  expect(await third).toBe('ready');
});

test('an answer is used again for half a second', async () => {
  const clock = new VirtualClock();
  let pings = 0;
  const ready = readiness({ clock, isDraining: () => false, ping: () => Promise.resolve((pings += 1)) });
  await Promise.all(Array.from({ length: 20 }, ready));
  await clock.advance(499);
  await ready();
  expect(pings).toBe(1);
  await clock.advance(1);
  await ready();
  expect(pings).toBe(2);
});
