/** What a running hub removes by itself. */
import { memoryJournal } from '@acp-stack/journal';
import { VirtualClock } from '@acp-stack/testing';
import { expect, test } from 'vitest';

import { AuditLog } from '../access/audit-log.ts';
import { Invitations } from '../access/invitations.ts';
import { Tickets } from '../access/tickets.ts';
import { HubStore } from '../store/hub-store.ts';
import { cleanUp, startHousekeeping, type HousekeepingParts } from './housekeeping.ts';

const day = 24 * 60 * 60 * 1000;

async function hubWith(sessions: Readonly<Record<string, number>>): Promise<{
  readonly store: HubStore;
  readonly parts: Omit<HousekeepingParts, 'clock'>;
  readonly lines: string[];
}> {
  const journal = memoryJournal();
  const store = new HubStore(journal);
  for (const [sessionId, updatedAt] of Object.entries(sessions)) {
    const place = { agent: 'echo', cwd: '/garden', additionalDirectories: [] };
    await store.create({ sessionId, owner: 'ada', node: 'gone', ...place });
    await store.patch(sessionId, { node: null, updatedAt });
  }
  const lines: string[] = [];
  const invitations = new Invitations({
    journal,
    hasSession: () => Promise.resolve(true),
    addMember: () => Promise.resolve(),
    removeMember: () => Promise.resolve(),
  });
  const parts = {
    journal,
    store,
    invitations,
    tickets: new Tickets(journal),
    audit: new AuditLog({ journal }),
    retention: {},
    now: () => 100 * day,
    log: (line: string) => void lines.push(line),
  };
  return { store, parts, lines };
}

const names = async (store: HubStore): Promise<readonly string[]> =>
  (await store.list({})).sessions.map(({ sessionId }) => sessionId);

test('sessions that were not used for the time that the operator names are removed', async () => {
  const { store, parts, lines } = await hubWith({ old: 10 * day, new: 95 * day });
  await cleanUp({ ...parts, retention: { sessionAge: 30 * day } });
  expect(await names(store)).toEqual(['new']);
  expect(lines).toEqual(['1 old sessions were removed.']);
});

test('without rules no session is removed', async () => {
  const { store, parts } = await hubWith({ old: 1, new: 95 * day });
  await cleanUp(parts);
  expect(await names(store)).toEqual(['new', 'old']);
});

test('the first time is a minute after the start, then every hour, until the hub is closed', async () => {
  const { store, parts } = await hubWith({ old: 1 });
  const clock = new VirtualClock();
  const housekeeping = startHousekeeping({ ...parts, clock, retention: { sessionAge: day } });
  await clock.advance(59_000);
  expect(await names(store)).toEqual(['old']);
  await clock.advance(2000);
  await expect.poll(() => names(store)).toEqual([]);
  housekeeping[Symbol.dispose]();
});

test('a part that fails does not keep the others from their work', async () => {
  const { store, parts, lines } = await hubWith({ old: 1 });
  const invitations = { collect: () => Promise.reject(new Error('The disk is full.')) };
  await cleanUp({ ...parts, invitations, retention: { sessionAge: day } });
  expect(await names(store)).toEqual([]);
  expect(lines[0]).toBe('Old data could not be removed: The disk is full.');
});

test('a copy that was never completed is removed after an hour, and is in no list before', async () => {
  const { store, parts } = await hubWith({ new: 95 * day });
  const place = { agent: 'echo', cwd: '/garden', additionalDirectories: [] };
  await store.create({ sessionId: 'half', owner: 'ada', node: 'gone', ...place, isUnfinished: true });
  const { createdAt = 0 } = (await store.get('half')) ?? {};
  await cleanUp({ ...parts, now: () => createdAt + day / 25 });
  expect(await store.get('half')).toMatchObject({ members: {} });
  expect(await names(store)).toEqual(['new']);
  await cleanUp({ ...parts, now: () => createdAt + day });
  expect(await store.get('half')).toBeUndefined();
  expect(await parts.journal.get('inbox/half')).toBeUndefined();
  expect(await names(store)).toEqual(['new']);
});
