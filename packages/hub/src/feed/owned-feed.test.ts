import { JournalError, memoryJournal } from '@acp-stack/journal';
import { expect, test } from 'vitest';

import { promisesSettled, SimulatedClock } from '../../../../test/support/simulated-clock.ts';
import { HubStore } from '../store/hub-store.ts';
import type { LogRecord } from '../store/records.ts';
import { FeedTable } from './feed-table.ts';

const member: LogRecord = { kind: 'members', members: { ada: 'owner' } };

/** A store with a session of one record. */
async function storeWithSession(): Promise<{ readonly store: HubStore; readonly token: number }> {
  const store = new HubStore(memoryJournal());
  const common = { owner: 'ada', agent: 'echo', cwd: '/garden', additionalDirectories: [], node: 'one' };
  await store.create({ sessionId: 's', ...common });
  const { token } = await store.fence('s');
  await store.append('s', [member], { token });
  return { store, token };
}

test('readers see what an earlier owner has stored when this node becomes the owner', async () => {
  const { store, token } = await storeWithSession();
  const clock = new SimulatedClock();
  const feeds = new FeedTable({ store, clock });
  using lease = feeds.open('s');
  await promisesSettled();
  expect(lease.feed.last).toBe(1);
  const { last } = await store.append('s', [member, member], { token });
  feeds.own('s', last);
  const entries = await lease.feed.next(1, new AbortController().signal);
  expect(entries.map(({ sequence }) => sequence)).toEqual([2, 3]);
});

test('a session whose owner is here is looked at again if the store could not be asked at first', async () => {
  const { store } = await storeWithSession();
  const clock = new SimulatedClock();
  let isBroken = true;
  const journal = new Proxy(store.journal, {
    get: (target, name) => {
      if (name === 'get' && isBroken)
        return () => Promise.reject(new JournalError('unavailable', 'The database cannot be reached.'));
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
  const feeds = new FeedTable({ store: new HubStore(journal), clock });
  feeds.own('s', 1);
  using lease = feeds.open('s');
  await promisesSettled();
  expect(lease.feed.last).toBe(0);
  isBroken = false;
  await clock.advance(1000);
  expect(lease.feed.last).toBe(1);
  // From then on the owner publishes, and nothing is polled.
  await clock.advance(1000);
  expect(clock.pending).toBe(0);
});
