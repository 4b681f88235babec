import { expect, test } from 'vitest';

import { isWithin } from './running-time.ts';

/** Keeps this process from doing anything else. */
function holdUp(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end) continue;
}

/** Happens after so many turns of the event loop. */
async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setTimeout(resolve, 0));
}

test('an event is in time although the suite itself was held up for longer than the limit', async () => {
  const isInTime = isWithin(turns(5), 200);
  holdUp(250);
  expect(await isInTime).toBe(true);
});

test('an event that does not happen is late', async () => {
  expect(await isWithin(new Promise(() => undefined), 20)).toBe(false);
});

test('an event that fails passes its error on', async () => {
  await expect(isWithin(Promise.reject(new Error('gone')), 1000)).rejects.toThrow('gone');
});
