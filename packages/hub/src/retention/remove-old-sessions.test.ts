import { memoryJournal, type Journal } from '@acp-stack/journal';
import { expect, test } from 'vitest';

import { SessionHistory } from '../history/session-history.ts';
import { SessionState } from '../session/session-state.ts';
import { HubStore } from '../store/hub-store.ts';
import { removeOldSessions, renewGeneration } from './remove-old-sessions.ts';

/** Sessions named by the time at which they were last used; those of a node have an owner now. */
async function stored(...sessions: readonly { readonly at: number; readonly node?: string }[]): Promise<Journal> {
  const journal = memoryJournal();
  const store = new HubStore(journal);
  for (const { at, node } of sessions) {
    const sessionId = `s${at}`;
    const place = { agent: 'echo', cwd: '/garden', additionalDirectories: [], node: 'first' };
    await store.create({ sessionId, owner: 'ann', ...place });
    const { token } = await store.fence(sessionId);
    await store.append(sessionId, [{ kind: 'members', members: { ann: 'owner' } }], { token });
    await store.patch(sessionId, { updatedAt: at, node: node ?? null });
  }
  return journal;
}

const namesIn = async (journal: Journal): Promise<readonly string[]> =>
  (await new HubStore(journal).list({})).sessions.map(({ sessionId }) => sessionId);

test('sessions that were not used for a time are removed, the oldest first', async () => {
  const journal = await stored({ at: 10 }, { at: 30 }, { at: 20 });
  const removed = await removeOldSessions(journal, { before: 25, isHubRunning: true });
  expect(removed.map(({ sessionId }) => sessionId)).toEqual(['s10', 's20']);
  expect(await namesIn(journal)).toEqual(['s30']);
  expect([await journal.get('inbox/s10'), await journal.get('log/s20')]).toEqual([undefined, undefined]);
});

test('the oldest sessions are removed until the others fit', async () => {
  const journal = await stored({ at: 10 }, { at: 30 }, { at: 20 });
  const { bytes } = await journal.size('log/s10');
  const removed = await removeOldSessions(journal, { keepBytes: bytes * 2, isHubRunning: true });
  expect(removed.map(({ sessionId }) => sessionId)).toEqual(['s10']);
});

test('beside a running hub, a session that a node owns is left alone', async () => {
  const journal = await stored({ at: 10, node: 'first' }, { at: 20 });
  const held: number[] = [];
  const rules = { before: 100, isHubRunning: true, onHeld: (count: number) => held.push(count) };
  expect((await removeOldSessions(journal, rules)).map(({ sessionId }) => sessionId)).toEqual(['s20']);
  expect(await namesIn(journal)).toEqual(['s10']);
  // After a crash, its node is still in the store.
  await removeOldSessions(journal, { ...rules, isHubRunning: false });
  expect(await namesIn(journal)).toEqual([]);
  expect(held).toEqual([1]);
});

test('of sessions that stay, records go that are in the merged history, except the last 10,000', async () => {
  const journal = await stored({ at: 10 }, { at: 20 });
  const store = new HubStore(journal);
  const history = new SessionHistory(store);
  const { token } = await store.fence('s20');
  const record = { kind: 'result', item: 1, key: 'k' } as const;
  for (const count of [10_000, 99])
    await store.append(
      's20',
      Array.from({ length: count }, () => record),
      { token },
    );
  await history.merge('s20', 10_100);
  await history.keepSnapshot('s20', { through: 10_100, state: new SessionState().toJSON() });
  const before = { before: 15, isHubRunning: true };
  await removeOldSessions(journal, { ...before, isDryRun: true });
  expect(await journal.get('log/s20')).toMatchObject({ first: 1, last: 10_100 });
  await removeOldSessions(journal, before);
  expect(await journal.get('log/s20')).toMatchObject({ first: 101, last: 10_100 });
  await store.append('s20', [record], { token });
});

test('nothing is removed to see what would be', async () => {
  const journal = await stored({ at: 10 });
  const [found] = await removeOldSessions(journal, { before: 100, isHubRunning: false, isDryRun: true });
  expect(found).toEqual({ sessionId: 's10', owner: 'ann', title: null, updatedAt: 10 });
  expect(await namesIn(journal)).toEqual(['s10']);
});

test('a restored journal gets another generation, which stays', async () => {
  const journal = memoryJournal();
  const store = new HubStore(journal);
  const before = await store.generation();
  const after = await renewGeneration(journal);
  expect(after).not.toBe(before);
  expect(await store.generation()).toBe(after);
});
