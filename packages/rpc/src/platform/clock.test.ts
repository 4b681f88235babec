import { expect, test, vi } from 'vitest';

import { systemClock } from './clock.ts';
import { memoryPair } from '../channel/memory-channel.ts';
import { Peer } from '../peer/peer.ts';

test('what is to happen after longer than timers last does not happen at once', async () => {
  vi.useFakeTimers();
  try {
    const work = vi.fn();
    for (const ms of [Infinity, 2 ** 31, Number.MAX_SAFE_INTEGER]) systemClock.schedule(ms, work)();
    systemClock.schedule(Infinity, work);
    systemClock.schedule(2 ** 31 - 1, work);
    await vi.advanceTimersByTimeAsync(1_000_000);
    expect(work).not.toHaveBeenCalled();
  } finally {
    vi.useRealTimers();
  }
});

test('a call whose time is endless waits for its response', async () => {
  const [left, right] = memoryPair();
  const caller = new Peer(left, { handlers: () => undefined });
  const answerer = new Peer(right, {
    handlers: () => ({ kind: 'request', run: () => new Promise((resolve) => void setTimeout(resolve, 20, 'late')) }),
  });
  expect(await caller.request('m', {}, { timeout: Infinity })).toBe('late');
  answerer.destroy();
});
