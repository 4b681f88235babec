/** The feeds of a node: shared by readers, polled only if another node writes, and gone with their last reader. */
import { memoryJournal } from '@acp-stack/journal';
import { settled, VirtualClock } from '@acp-stack/testing';
import { expect, test } from 'vitest';

import { HubStore, newSessionId } from '../store/hub-store.ts';
import type { LogRecord } from '../store/records.ts';
import { FeedTable } from './feed-table.ts';

const record = (title: string): LogRecord => ({
  kind: 'update',
  update: { sessionUpdate: 'session_info_update', title },
});
const never = new AbortController().signal;

/** A store, counting how often summaries are looked up, and a table on it. */
async function fixture(): Promise<{
  store: HubStore;
  clock: VirtualClock;
  feeds: FeedTable;
  sessionId: string;
  gets: () => number;
  append: (...titles: string[]) => Promise<void>;
  hint: (streams: readonly string[]) => void;
}> {
  const journal = memoryJournal();
  let listener: (streams: readonly string[]) => void = () => undefined;
  journal.watch = (given) => {
    listener = given;
    return { [Symbol.dispose]: () => (listener = () => undefined) };
  };
  let gets = 0;
  const get = journal.get.bind(journal);
  journal.get = (stream) => {
    gets += 1;
    return get(stream);
  };
  const store = new HubStore(journal);
  const clock = new VirtualClock();
  const sessionId = newSessionId();
  const session = { sessionId, owner: 'ada', agent: 'coder', cwd: '/', additionalDirectories: [], node: 'other' };
  await store.create(session);
  const { token } = await store.fence(sessionId);
  return {
    store,
    clock,
    sessionId,
    feeds: new FeedTable({ store, clock }),
    gets: () => gets,
    append: async (...titles) => void (await store.append(sessionId, titles.map(record), { token })),
    hint: (streams) => {
      listener(streams);
    },
  };
}

test('a reader gets what another node has stored, by a hint or within a second', async () => {
  const { feeds, clock, sessionId, append, hint } = await fixture();
  using _table = feeds;
  await append('one');
  using lease = feeds.open(sessionId);
  expect(await lease.feed.next(0, never)).toHaveLength(1);
  const hinted = lease.feed.next(1, never);
  await append('two');
  hint([`log/${sessionId}`]);
  expect(await hinted).toHaveLength(1);
  const any = lease.feed.next(2, never);
  await append('three');
  hint([]);
  expect(await any).toHaveLength(1);
  const polled = lease.feed.next(3, never);
  await append('four');
  await clock.advance(1000);
  expect(await polled).toHaveLength(1);
});

test('hints about sessions without readers cost nothing', async () => {
  const { feeds, gets, hint } = await fixture();
  using _table = feeds;
  const before = gets();
  hint(['log/other', 'inbox/other']);
  hint(['inbox/other']);
  await settled();
  expect(gets()).toBe(before);
});

test('a session that this node owns is not polled', async () => {
  const { feeds, clock, sessionId, append, gets } = await fixture();
  using _table = feeds;
  const disown = feeds.own(sessionId);
  using lease = feeds.open(sessionId);
  await settled();
  const before = gets();
  await clock.advance(10_000);
  expect([gets(), clock.pending]).toEqual([before, 0]);
  const next = lease.feed.next(0, never);
  await append('one');
  feeds.publish(sessionId, [{ sequence: 1, at: 0, record: record('one') }], 50);
  expect(await next).toHaveLength(1);
  disown();
  disown();
  await clock.advance(1000);
  expect(gets()).toBe(before + 1);
});

test('the feed of a session is shared by its readers and dropped with the last of them', async () => {
  const { feeds, sessionId, clock } = await fixture();
  using _table = feeds;
  const first = feeds.open(sessionId);
  const second = feeds.open(sessionId);
  expect(first.feed).toBe(second.feed);
  expect([feeds.readers(sessionId), feeds.size]).toEqual([2, 1]);
  first[Symbol.dispose]();
  first[Symbol.dispose]();
  expect(feeds.readers(sessionId)).toBe(1);
  second[Symbol.dispose]();
  expect([feeds.readers(sessionId), feeds.size]).toEqual([0, 0]);
  await clock.advance(5000);
  expect(clock.pending).toBe(0);
});

test('what is published for ten thousand sessions without readers is not kept', async () => {
  const { feeds } = await fixture();
  using _table = feeds;
  for (let count = 0; count < 10_000; count += 1) {
    const disown = feeds.own(`hub_${count}`);
    feeds.publish(`hub_${count}`, [{ sequence: 1, at: 0, record: record('one') }], 50);
    disown();
  }
  expect(feeds.size).toBe(0);
});

test('a reader that attaches while the owner publishes misses nothing', async () => {
  const { feeds, sessionId, append } = await fixture();
  using _table = feeds;
  feeds.own(sessionId);
  await append('one', 'two');
  using lease = feeds.open(sessionId);
  await append('three');
  feeds.publish(sessionId, [{ sequence: 3, at: 0, record: record('three') }], 50);
  const seen: number[] = [];
  while ((seen.at(-1) ?? 0) < 3)
    for (const { sequence } of await lease.feed.next(seen.at(-1) ?? 0, never)) seen.push(sequence);
  expect(seen).toEqual([1, 2, 3]);
});

test('a table that is closed polls no more', async () => {
  const { feeds, clock, sessionId, gets } = await fixture();
  feeds.open(sessionId);
  await settled();
  feeds[Symbol.dispose]();
  const before = gets();
  await clock.advance(5000);
  expect(gets()).toBe(before);
});

test('a session keeps only a few of its newest entries in memory', async () => {
  const { feeds, store, sessionId, append } = await fixture();
  using _table = feeds;
  feeds.own(sessionId, 0);
  using lease = feeds.open(sessionId);
  await settled();
  let reads = 0;
  const read = store.journal.read.bind(store.journal);
  store.journal.read = (...given) => {
    reads += 1;
    return read(...given);
  };
  const titles = Array.from({ length: 200 }, (_, index) => String(index));
  await append(...titles);
  feeds.publish(
    sessionId,
    titles.map((title, index) => ({ sequence: index + 1, at: 0, record: record(title) })),
    200 * 60,
  );
  expect(await lease.feed.next(190, never)).toHaveLength(10);
  expect(reads).toBe(0);
  expect(await lease.feed.next(100, never)).toHaveLength(100);
  expect(reads).toBe(1);
});
