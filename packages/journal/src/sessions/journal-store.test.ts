import {
  JournalError,
  memoryJournal,
  sqliteJournal,
  type Journal,
  type JournalErrorCode,
  type JournalLimits,
} from '@acp-stack/journal';
import { journalStore, type StoredSession } from '@acp-stack/journal/session-store';
import type { SessionUpdate } from '@acp-stack/schema/v2/unstable';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const record = (sessionId: string, more: Partial<StoredSession> = {}): StoredSession => ({
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
      await store.appendAll('one', [said('b'), said('c')]);
      expect(await all(store.history('one'))).toEqual([said('a'), said('b'), said('c')]);
      await store.delete('one');
      await store.delete('one');
      expect(await store.get('one')).toBeUndefined();
    }));

  test('passes over what a later version has kept', () =>
    stored(async (journal) => {
      const store = journalStore(journal);
      await store.create(record('one'));
      await journal.append('one', [
        { type: 'snapshot', of: 'something' },
        null,
        'text',
        [1],
        { type: 'update' },
        { type: 'update', update: 7 },
      ]);
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

describe('what is added together', () => {
  /** A journal that notes how much it was given at a time. */
  function counted(limits: Partial<JournalLimits> = {}): { readonly journal: Journal; readonly sizes: number[] } {
    const real = memoryJournal({ limits });
    const sizes: number[] = [];
    const append: Journal['append'] = async (stream, events, options) => {
      const appended = await real.append(stream, events, options);
      sizes.push(events.length);
      return appended;
    };
    return {
      journal: new Proxy(real, { get: (target, name) => (name === 'append' ? append : bound(target, name)) }),
      sizes,
    };
  }

  const many = Array.from({ length: 2500 }, (_, number) => said(`${number}`));

  test('goes to the journal a thousand at a time, in order', async () => {
    const { journal, sizes } = counted();
    const store = journalStore(journal);
    await store.create(record('one'));
    await store.appendAll('one', many);
    expect(sizes).toEqual([1000, 1000, 500]);
    expect(await all(store.history('one'))).toEqual(many);
    expect(await journal.get('one')).toMatchObject({ first: 1, last: 2500 });
  });

  test('is halved where it is too large for the journal, until it fits', async () => {
    const { journal, sizes } = counted({ batchBytes: 30_000 });
    const store = journalStore(journal);
    await store.create(record('one'));
    await store.appendAll('one', many);
    expect(Math.max(...sizes)).toBeLessThan(500);
    expect(await all(store.history('one'))).toEqual(many);
  });

  test('is refused where one alone is too large, and what was before it is kept', async () => {
    const { journal } = counted({ eventBytes: 1000 });
    const store = journalStore(journal);
    await store.create(record('one'));
    await expect(store.appendAll('one', [said('a'), said('b'.repeat(2000)), said('c')])).rejects.toMatchObject({
      code: -32_603,
      message: expect.stringMatching(
        /^This cannot be stored: An event has 2\d{3} bytes; the limit is 1000\.$/u,
      ) as string,
    });
    expect(await all(store.history('one'))).toEqual([said('a')]);
  });
});

test.each<[JournalErrorCode, number, string]>([
  ['missing', -32_002, 'The session was deleted.'],
  ['fenced', -32_603, 'This session was opened by another program; load it again to continue here.'],
  ['full', -32_603, 'This cannot be stored: No room.'],
  ['busy', -32_603, 'This cannot be stored: No room.'],
  [
    'corrupt',
    -32_603,
    'The session one cannot be read: Its record is damaged; restore the journal from a backup, or delete this session.',
  ],
])('a journal that refuses with %s is told to the client in a sentence', async (code, rpcCode, message) => {
  const real = memoryJournal();
  const refuse = (): Promise<never> => Promise.reject(new JournalError(code, 'No room.'));
  const refusing = new Set<string | symbol>(['append', 'patch', 'get', 'create']);
  const journal = new Proxy(real, { get: (target, name) => (refusing.has(name) ? refuse : bound(target, name)) });
  const store = journalStore(journal);
  const words = { code: rpcCode, message, data: { sessionId: 'one', reason: code } };
  await expect(store.append('one', said('a'))).rejects.toMatchObject(words);
  await expect(store.patch('one', { isWorking: true })).rejects.toMatchObject(words);
  await expect(store.get('one')).rejects.toMatchObject(words);
  await expect(store.create(record('one'))).rejects.toMatchObject(words);
  await expect(store.notes('one').add({ type: 'undone' })).rejects.toMatchObject(words);
});

/** A method of a journal, as the journal has it. */
const bound = (journal: Journal, name: string | symbol): unknown => {
  const value: unknown = Reflect.get(journal, name);
  return typeof value === 'function' ? (value.bind(journal) as unknown) : value;
};

describe('two stores of one journal', () => {
  test('write in turn: the one that claims a session has it, and the other is refused', async () => {
    const journal = memoryJournal();
    const [left, right] = [journalStore(journal), journalStore(journal)];
    await left.create(record('one'));
    await left.append('one', said('a'));
    expect(await left.holds('one')).toBe(true);
    await right.claim('one');
    expect([await left.holds('one'), await right.holds('one')]).toEqual([false, true]);
    const refused = { message: expect.stringContaining('opened by another program') as string };
    await expect(left.append('one', said('b'))).rejects.toMatchObject(refused);
    await expect(left.appendAll('one', [said('b')])).rejects.toMatchObject(refused);
    await expect(left.patch('one', { isWorking: false })).rejects.toMatchObject(refused);
    await expect(left.notes('one').add({ type: 'undone' })).rejects.toMatchObject(refused);
    await right.append('one', said('c'));
    await left.patch('one', { title: 'Roses' });
    await left.claim('one');
    await left.append('one', said('d'));
    expect(await all(right.history('one'))).toEqual([said('a'), said('c'), said('d')]);
    expect(await right.get('one')).toMatchObject({ title: 'Roses' });
  });
});

describe('a store that is being opened', () => {
  test('lets what it is asked for wait', async () => {
    let open: (journal: Journal) => void = () => undefined;
    const store = journalStore(new Promise((resolve) => (open = resolve)));
    const created = store.create(record('one')).then(() => store.appendAll('one', [said('a')]));
    open(memoryJournal());
    await created;
    expect(await all(store.history('one'))).toEqual([said('a')]);
    expect(await store.list({ archived: 'exclude' })).toMatchObject({ sessions: [{ sessionId: 'one' }] });
  });

  test('refuses everything with the reason when it cannot be opened', async () => {
    const store = journalStore(Promise.reject(new Error('The journal is damaged.')));
    const reason = { code: -32_603, message: 'The journal is damaged.' };
    await expect(store.get('one')).rejects.toMatchObject(reason);
    await expect(store.create(record('one'))).rejects.toMatchObject(reason);
    await expect(store.list({ archived: 'exclude' })).rejects.toMatchObject(reason);
    await expect(store.claim('one')).rejects.toMatchObject(reason);
    await expect(all(store.history('one'))).rejects.toMatchObject(reason);
    await expect(all(store.notes('one').read())).rejects.toMatchObject(reason);
    await store.close();
  });
});

describe('a store in a file', () => {
  test('creates the file with its folder, and has the sessions when it is opened again', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'journal-store-'));
    const path = join(folder, 'new', 'sessions.db');
    try {
      {
        await using store = journalStore(path);
        await store.create(record('one'));
        await store.view().appendAll('one', [said('a')]);
        await store.view().close();
        await store.notes('one').add({ type: 'watered' });
      }
      await using store = journalStore(path);
      expect(await store.get('one')).toEqual(record('one'));
      expect(await all(store.history('one'))).toEqual([said('a')]);
      expect(await all(store.notes('one').read())).toEqual([{ type: 'watered' }]);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  test('that is no journal is not changed, and every method says so', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'journal-store-'));
    const path = join(folder, 'roses.txt');
    try {
      await writeFile(path, 'rose\n'.repeat(1000));
      await using store = journalStore(path);
      await expect(store.create(record('one'))).rejects.toThrow(/roses\.txt/u);
      expect(await readFile(path, 'utf8')).toBe('rose\n'.repeat(1000));
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  test('does not close a journal that it was given', async () => {
    const journal = memoryJournal();
    await journalStore(journal).close();
    await journalStore(journal).create(record('one'));
    expect(await journal.get('one')).toBeDefined();
  });
});
