import { expect, test } from 'vitest';

import { JournalError } from '@acp-stack/journal';
import { settled, VirtualClock } from '@acp-stack/testing';

import { nextEntries } from './next-entries.ts';

const feedOf = (...answers: readonly (Error | number)[]): Parameters<typeof nextEntries>[0] & { asked: number } => {
  const feed = {
    asked: 0,
    next: () => {
      const answer = answers[feed.asked];
      feed.asked += 1;
      if (answer instanceof Error) return Promise.reject(answer);
      return Promise.resolve([
        { sequence: answer ?? 0, at: 0, record: { kind: 'owner', node: 'n', token: 1 } as const },
      ]);
    },
  };
  return feed;
};

test('while the store cannot be read, the reader waits ever longer and then goes on', async () => {
  const clock = new VirtualClock();
  const feed = feedOf(new JournalError('interrupted', 'x'), new JournalError('unavailable', 'x'), 7);
  const reading = nextEntries(feed, 6, { signal: new AbortController().signal, clock });
  await settled();
  expect(feed.asked).toBe(1);
  await clock.advance(250);
  expect(feed.asked).toBe(2);
  await clock.advance(499);
  expect(feed.asked).toBe(2);
  await clock.advance(1);
  expect((await reading)[0]?.sequence).toBe(7);
});

test('what is gone is not waited for', async () => {
  const clock = new VirtualClock();
  for (const code of ['missing', 'trimmed', 'closed', 'corrupt'] as const) {
    const reading = nextEntries(feedOf(new JournalError(code, 'x')), 6, {
      signal: new AbortController().signal,
      clock,
    });
    await expect(reading).rejects.toMatchObject({ code });
  }
});

test('a reader that stops does not wait for the store', async () => {
  const clock = new VirtualClock();
  const stopping = new AbortController();
  const reading = nextEntries(feedOf(new JournalError('busy', 'x')), 6, { signal: stopping.signal, clock });
  await settled();
  stopping.abort(new Error('stopped'));
  await expect(reading).rejects.toThrow('stopped');
  expect(clock.pending).toBe(0);
});
