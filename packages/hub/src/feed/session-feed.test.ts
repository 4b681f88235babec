/** Readers of a feed get every entry once, in order, whatever they and the writers do. */
import * as fc from 'fast-check';
import { settled } from '@acp-stack/testing';
import { expect, test } from 'vitest';

import type { LogEntry } from '../store/records.ts';
import { SessionFeed, type FeedLimits, type FeedSource } from './session-feed.ts';

const entry = (sequence: number): LogEntry => ({
  sequence,
  at: 0,
  record: { kind: 'update', update: { sessionUpdate: 'session_info_update', title: String(sequence) } },
});
const entries = (after: number, last: number): readonly LogEntry[] =>
  Array.from({ length: Math.max(0, last - after) }, (_, index) => entry(after + 1 + index));

/** A store with entries up to `last`; counts how often it is read. */
class CountedSource implements FeedSource {
  last = 0;
  reads = 0;

  async read(after: number, limit: number): Promise<readonly LogEntry[]> {
    this.reads += 1;
    return entries(after, Math.min(this.last, after + limit));
  }
}

const limits: FeedLimits = { entries: 4, bytes: 1_000_000, page: 3 };
const never = new AbortController().signal;

/** Follows a feed until it has seen `until`. */
async function follow(feed: SessionFeed, until: number, after = 0): Promise<readonly number[]> {
  const { signal } = new AbortController();
  const seen: number[] = [];
  while ((seen.at(-1) ?? after) < until)
    for (const { sequence } of await feed.next(seen.at(-1) ?? after, signal)) seen.push(sequence);
  return seen;
}

type Step =
  | { readonly kind: 'append'; readonly count: number }
  | { readonly kind: 'publish' | 'grown'; readonly behind: number; readonly count: number }
  | { readonly kind: 'read' }
  | { readonly kind: 'wait' };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('append' as const), count: fc.integer({ min: 1, max: 5 }) }),
  fc.record({
    kind: fc.constantFrom('publish' as const, 'grown' as const),
    behind: fc.integer({ min: 0, max: 4 }),
    count: fc.integer({ min: 1, max: 6 }),
  }),
  fc.record({ kind: fc.constant('read' as const) }),
  fc.record({ kind: fc.constant('wait' as const) }),
);

test('every interleaving of publishing, growing and reading yields each entry once and in order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), fc.integer({ min: 0, max: 3 }), async (steps, start) => {
      const source = new CountedSource();
      const feed = new SessionFeed(source, 0, limits);
      const total = steps.reduce((sum, each) => sum + (each.kind === 'append' ? each.count : 0), 0);
      const readers: Promise<readonly number[]>[] = [];
      const starts: number[] = [];
      for (const each of steps) {
        if (each.kind === 'append') source.last += each.count;
        else if (each.kind === 'publish') {
          const last = Math.max(0, source.last - each.behind);
          feed.publish(entries(Math.max(0, last - each.count), last), each.count * 100);
        } else if (each.kind === 'grown') feed.grown(Math.max(0, source.last - each.behind));
        else if (each.kind === 'read') {
          const after = Math.min(start, total);
          starts.push(after);
          readers.push(follow(feed, total, after));
        } else await Promise.resolve();
      }
      feed.grown(source.last);
      const seen = await Promise.all(readers);
      for (const [index, numbers] of seen.entries())
        expect(numbers).toEqual(entries(starts[index] ?? 0, total).map(({ sequence }) => sequence));
    }),
    { numRuns: 300 },
  );
});

test('readers of the newest entries do not read the store', async () => {
  const source = new CountedSource();
  const feed = new SessionFeed(source, 0, limits);
  const readers = Array.from({ length: 50 }, () => follow(feed, 20));
  for (source.last = 1; source.last <= 20; source.last += 1) {
    feed.publish([entry(source.last)], 10);
    await settled(1);
  }
  for (const seen of await Promise.all(readers)) expect(seen).toHaveLength(20);
  expect(source.reads).toBe(0);
});

test('what follows is kept for a follower that is at work, and little is kept when all wait', async () => {
  const source = new CountedSource();
  const feed = new SessionFeed(source, 0, { ...limits, page: 100 });
  const [quick, slow] = [new AbortController(), new AbortController()];
  feed.follow(quick.signal);
  feed.follow(slow.signal);
  source.last = 100;
  const first = Promise.all([feed.next(0, quick.signal), feed.next(0, slow.signal)]);
  feed.publish(entries(0, 1), 10);
  await first;
  const second = feed.next(1, quick.signal);
  feed.publish(entries(1, 100), 990);
  expect(await second).toHaveLength(99);
  // The slow one has not asked yet.
  const third = feed.next(100, quick.signal);
  expect(await feed.next(1, slow.signal)).toHaveLength(99);
  expect(source.reads).toBe(0);
  const fourth = feed.next(100, slow.signal);
  expect(await feed.next(50, never)).toHaveLength(50);
  expect(source.reads).toBe(1);
  feed.publish([entry(101)], 10);
  await Promise.all([third, fourth]);
});

test('nothing is kept for a follower that has left, and not more than the bytes for one that does not read', async () => {
  const source = new CountedSource();
  const feed = new SessionFeed(source, 0, { ...limits, bytes: 500, page: 100 });
  const [slow, gone] = [new AbortController(), new AbortController()];
  feed.follow(gone.signal);
  gone.abort();
  source.last = 100;
  feed.publish(entries(0, 20), 200);
  await feed.next(0, never);
  expect(source.reads).toBe(1);
  feed.follow(slow.signal);
  for (let last = 21; last <= 100; last += 1) feed.publish([entry(last)], 10);
  expect(await feed.next(70, never)).toHaveLength(30);
  expect(source.reads).toBe(1);
  await feed.next(0, never);
  expect(source.reads).toBe(2);
});

test('readers that wait for the same entries of another node share one read of the store', async () => {
  const source = new CountedSource();
  const feed = new SessionFeed(source, 0, limits);
  const readers = Array.from({ length: 50 }, () => follow(feed, 3));
  await settled(1);
  source.last = 3;
  feed.grown(3);
  await Promise.all(readers);
  expect(source.reads).toBe(1);
});

test('a slow reader costs nothing: old entries are read from the store', async () => {
  const source = new CountedSource();
  const feed = new SessionFeed(source, 0, limits);
  source.last = 1000;
  for (let last = 1; last <= 1000; last += 1) feed.publish([entry(last)], 10);
  expect(await follow(feed, 1000)).toHaveLength(1000);
  expect(source.reads).toBeGreaterThan(300);
});

test('large entries are forgotten by their bytes', async () => {
  const source = new CountedSource();
  source.last = 4;
  const feed = new SessionFeed(source, 0, { entries: 100, bytes: 1000, page: 100 });
  for (let last = 1; last <= 4; last += 1) feed.publish([entry(last)], 900);
  expect(await follow(feed, 4)).toEqual([1, 2, 3, 4]);
  expect(source.reads).toBe(1);
  await follow(feed, 4, 3);
  expect(source.reads).toBe(1);
});

test('a reader that stops waiting leaves nothing behind', async () => {
  const feed = new SessionFeed(new CountedSource(), 0, limits);
  const stop = new AbortController();
  const waiting = feed.next(0, stop.signal);
  expect(feed.waiting).toBe(1);
  stop.abort(new Error('The client left.'));
  await expect(waiting).rejects.toThrow('The client left.');
  expect(feed.waiting).toBe(0);
  await expect(feed.next(0, stop.signal)).rejects.toThrow('The client left.');
});

test('a failed read rejects the readers that wait for it, and the next one tries again', async () => {
  const source = new CountedSource();
  source.last = 3;
  const feed = new SessionFeed(source, 3, limits);
  const read = source.read.bind(source);
  source.read = () => Promise.reject(new Error('The disk is gone.'));
  await expect(feed.next(0, never)).rejects.toThrow('The disk is gone.');
  source.read = read;
  expect(await feed.next(0, never)).toHaveLength(3);
});
