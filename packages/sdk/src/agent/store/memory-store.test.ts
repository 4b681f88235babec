import { describe, expect, test } from 'vitest';

import type { SessionUpdate } from '@acp-stack/schema/v2/unstable';

import { memoryStore } from './memory-store.ts';
import type { SessionRecord, SessionStore } from './session-store.ts';

const record = (sessionId: string): SessionRecord => ({
  sessionId,
  cwd: '/garden',
  additionalDirectories: [],
  updatedAt: '2026-01-01T00:00:00Z',
  archived: false,
});

const removed = (planId: string): SessionUpdate => ({ sessionUpdate: 'plan_removed', planId });

async function plansOf(store: SessionStore, sessionId: string): Promise<unknown[]> {
  const plans: unknown[] = [];
  for await (const update of store.history(sessionId)) plans.push((update as { planId?: unknown }).planId);
  return plans;
}

describe('a store in memory', () => {
  test('keeps the newest updates of a session, and every other session whole', async () => {
    const store = memoryStore({ updatesPerSession: 3 });
    for (const sessionId of ['long', 'short']) await store.create(record(sessionId));
    for (let index = 0; index < 5000; index += 1) await store.append('long', removed(`p${index}`));
    await store.append('short', removed('only'));
    expect(await plansOf(store, 'long')).toEqual(['p4997', 'p4998', 'p4999']);
    expect(await plansOf(store, 'long')).toHaveLength(3);
    expect(await plansOf(store, 'short')).toEqual(['only']);
  });

  test('forgets the session that was not used for longest', async () => {
    const store = memoryStore({ sessions: 2 });
    await store.create(record('first'));
    await store.create(record('second'));
    await store.append('first', removed('p'));
    await store.create(record('third'));
    const { sessions } = await store.list({ archived: 'include' });
    expect(sessions.map(({ sessionId }) => sessionId)).toEqual(['third', 'first']);
  });
});
