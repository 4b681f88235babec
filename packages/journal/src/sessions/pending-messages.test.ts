import { memoryJournal, sqliteJournal, type Journal } from '@acp-stack/journal';
import { journalStore, type JournalStore, type WaitingMessage } from '@acp-stack/journal/session-store';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const message = (messageId: string, words = messageId): WaitingMessage => ({
  messageId,
  mode: 'queue',
  content: [{ type: 'text', text: words }],
});

async function sessionIn(journal: Journal): Promise<JournalStore> {
  const store = journalStore(journal);
  const updatedAt = new Date(0).toISOString();
  await store.create({ sessionId: 's', cwd: '/garden', additionalDirectories: [], updatedAt, archived: false });
  return store;
}

describe('messages that wait in a journal', () => {
  test('are those that were kept, in order, with their newest content', async () => {
    const journal = memoryJournal();
    const { pending } = await sessionIn(journal);
    expect(await pending.list('s')).toEqual([]);
    for (const id of ['a', 'b', 'c']) await pending.keep('s', message(id));
    await pending.keep('s', message('a', 'other words'));
    await pending.forget('s', 'b');
    await pending.forget('s', 'unknown');
    expect(await pending.list('s')).toEqual([message('a', 'other words'), message('c')]);
  });

  test('are no part of what was said, and no longer wait once they are', async () => {
    const journal = memoryJournal();
    const store = await sessionIn(journal);
    await store.pending.keep('s', message('a'));
    const said = { sessionUpdate: 'user_message', messageId: 'a', content: message('a').content } as const;
    await store.append('s', said);
    const history = [];
    for await (const update of store.history('s')) history.push(update);
    expect(history).toEqual([said]);
    expect(await store.pending.list('s')).toEqual([]);
    expect(await store.get('s')).not.toHaveProperty('hasPending');
  });

  test('outlive the program, and are read by a process that does not own the session', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'pending-'));
    const file = join(folder, 'sessions.db');
    try {
      const first = await sqliteJournal(file);
      await (await sessionIn(first)).pending.keep('s', message('a'));
      await first.close();
      const second = await sqliteJournal(file);
      const [owner, other] = [journalStore(second), journalStore(second).view()];
      await owner.claim('s');
      expect(await other.pending.list('s')).toEqual([message('a')]);
      await owner.pending.forget('s', 'a');
      expect(await other.pending.list('s')).toEqual([]);
      await second.close();
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
