import { memoryJournal, sqliteJournal, type Journal } from '@acp-stack/journal';
import type { SessionRecord, SessionUpdate } from '@acp-stack/sdk';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

import { journalStore } from './journal-store.ts';
import { openingStore } from './opening-store.ts';
import { isAtWork, workerMark } from './worker-mark.ts';

const record = (sessionId: string, more: Partial<SessionRecord> = {}): SessionRecord => ({
  sessionId,
  cwd: '/garden',
  additionalDirectories: [],
  updatedAt: '2026-11-15T12:00:00.000Z',
  archived: false,
  ...more,
});

const said = (text: string): SessionUpdate => ({
  sessionUpdate: 'agent_message_chunk',
  messageId: 'm',
  content: { type: 'text', text },
});

async function all<T>(items: AsyncIterable<T>): Promise<readonly T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

describe.each<[string, () => Promise<{ readonly journal: Journal; readonly remove: () => Promise<void> }>]>([
  ['memory', async () => ({ journal: memoryJournal(), remove: () => Promise.resolve() })],
  [
    'a file',
    async () => {
      const folder = await mkdtemp(join(tmpdir(), 'journal-store-'));
      return {
        journal: await sqliteJournal(join(folder, 'sessions.db')),
        remove: () => rm(folder, { recursive: true }),
      };
    },
  ],
])('a store of sessions in %s', (_, open) => {
  const stored = async (work: (journal: Journal) => Promise<void>): Promise<void> => {
    const { journal, remove } = await open();
    try {
      await work(journal);
    } finally {
      await journal.close();
      await remove();
    }
  };

  test('has a session as it was created and changed', () =>
    stored(async (journal) => {
      const store = journalStore(journal);
      await store.create(record('one', { additionalDirectories: ['/orchard'], title: 'Roses' }));
      expect(await store.get('one')).toEqual(record('one', { additionalDirectories: ['/orchard'], title: 'Roses' }));
      await store.patch('one', { title: null, isWorking: true, updatedAt: '2026-11-15T13:00:00.000Z' });
      expect(await store.get('one')).toEqual(
        record('one', { additionalDirectories: ['/orchard'], isWorking: true, updatedAt: '2026-11-15T13:00:00.000Z' }),
      );
      expect(await store.get('two')).toBeUndefined();
    }));

  test('keeps what was said in order, alone or together, and forgets it with the session', () =>
    stored(async (journal) => {
      const store = journalStore(journal);
      await store.create(record('one'));
      await store.append('one', said('a'));
      await store.appendAll?.('one', [said('b'), said('c')]);
      expect(await all(store.history('one'))).toEqual([said('a'), said('b'), said('c')]);
      await store.delete?.('one');
      await store.delete?.('one');
      expect(await store.get('one')).toBeUndefined();
    }));

  test('passes over what a later version has kept', () =>
    stored(async (journal) => {
      const store = journalStore(journal);
      await store.create(record('one'));
      await journal.append('one', [{ type: 'snapshot', of: 'something' }, null, 'text', [1], { type: 'update' }]);
      await store.append('one', said('a'));
      expect(await all(store.history('one'))).toEqual([said('a')]);
    }));

  test('lists by directory, archive and page, and refuses a cursor that it does not know', () =>
    stored(async (journal) => {
      const store = journalStore(journal);
      for (let count = 0; count < 60; count += 1) {
        await store.create(record(`s${count}`, { updatedAt: new Date(count * 1000).toISOString() }));
      }
      await store.create(record('hidden', { archived: true }));
      await store.create(record('elsewhere', { cwd: '/orchard' }));
      const first = await store.list({ cwd: '/garden', archived: 'exclude' });
      const second = await store.list({ cwd: '/garden', archived: 'exclude', cursor: first.nextCursor ?? null });
      expect([first.sessions.length, second.sessions.length]).toEqual([50, 10]);
      expect(first.sessions[0]?.sessionId).toBe('s59');
      expect(second.nextCursor).toBeUndefined();
      const only = await store.list({ archived: 'only' });
      expect(only.sessions.map(({ sessionId }) => sessionId)).toEqual(['hidden']);
      await expect(store.list({ archived: 'include', cursor: 'nonsense' })).rejects.toThrow(RangeError);
    }));
});

describe('work that is under way', () => {
  test('was interrupted when its process has gone, and goes on while it is there', async () => {
    const journal = memoryJournal();
    const store = journalStore(journal);
    await store.create(record('one'));
    await store.patch('one', { isWorking: true });
    // This process does not have the session open any more: whatever it did with it is over.
    expect(await store.get('one')).toMatchObject({ isWorking: true });
    const other = spawn('sleep', ['60']);
    try {
      await once(other, 'spawn');
      await journal.patch('one', { worker: workerMark(other.pid ?? 0) ?? 'unknown' });
      expect(await store.get('one')).not.toHaveProperty('isWorking');
    } finally {
      other.kill('SIGKILL');
      await once(other, 'close');
    }
    expect(await store.get('one')).toMatchObject({ isWorking: true });
    await store.patch('one', { isWorking: false });
    expect(await store.get('one')).not.toHaveProperty('isWorking');
  });

  test.each([['nonsense'], [''], [`somewhere ${process.ppid} 1`], [7], [null]])(
    'of %j is not known to go on',
    (mark) => {
      expect(isAtWork(mark)).toBe(false);
    },
  );
});

describe('a store that is being opened', () => {
  test('lets what it is asked for wait', async () => {
    let open: (store: ReturnType<typeof journalStore>) => void = () => undefined;
    const store = openingStore(new Promise((resolve) => (open = resolve)));
    const created = store.create(record('one')).then(() => store.appendAll?.('one', [said('a')]));
    open(journalStore(memoryJournal()));
    await created;
    expect(await all(store.history('one'))).toEqual([said('a')]);
    expect(await store.list({ archived: 'exclude' })).toMatchObject({ sessions: [{ sessionId: 'one' }] });
  });

  test('refuses everything with the reason when it cannot be opened', async () => {
    const store = openingStore(Promise.reject(new Error('The journal is damaged.')));
    const reason = { code: -32_603, message: 'The journal is damaged.' };
    await expect(store.get('one')).rejects.toMatchObject(reason);
    await expect(store.create(record('one'))).rejects.toMatchObject(reason);
    await expect(all(store.history('one'))).rejects.toMatchObject(reason);
  });
});
