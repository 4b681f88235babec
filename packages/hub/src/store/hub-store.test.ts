/** The streams of the hub in each journal of one machine. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { memoryJournal, sqliteJournal, type Journal } from '@acp-stack/journal';
import { afterAll, describe, expect, test } from 'vitest';

import { HubStore, maxMembers, newSessionId, type NewSession } from './hub-store.ts';
import type { InboxItem, LogRecord, Role } from './records.ts';

const folder = mkdtempSync(join(tmpdir(), 'acp-hub-store-'));
let files = 0;

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const journals: readonly (readonly [name: string, open: () => Promise<Journal>])[] = [
  ['memoryJournal', async () => memoryJournal()],
  ['sqliteJournal', () => sqliteJournal(join(folder, `${(files += 1)}.db`))],
];

const newSession = (init: Partial<NewSession> = {}): NewSession => ({
  sessionId: newSessionId(),
  owner: 'ada',
  agent: 'coder',
  cwd: '/work',
  additionalDirectories: ['/more'],
  node: 'n1',
  ...init,
});

const item = (key: string): InboxItem => ({
  key,
  principal: 'ada',
  client: 'c',
  method: 'session/prompt',
  params: { prompt: [] },
});
const record = (title: string): LogRecord => ({
  kind: 'update',
  update: { sessionUpdate: 'session_info_update', title },
});

async function all<T>(values: AsyncIterable<T>): Promise<readonly T[]> {
  const collected: T[] = [];
  for await (const value of values) collected.push(value);
  return collected;
}

describe.each(journals)('in %s', (_, open) => {
  test('a session is created with a summary, and can be found by its id', async () => {
    await using journal = await open();
    const store = new HubStore(journal);
    const session = newSession();
    const { sessionId } = session;
    const summary = await store.create(session);
    expect(summary).toMatchObject({ ...session, members: { ada: 'owner' }, title: null, archived: false, last: 0 });
    expect(await store.get(sessionId)).toEqual(summary);
    await expect(store.create(session)).rejects.toMatchObject({ code: 'exists' });
    for (const other of ['hub_none', '', '../etc', `${sessionId}/x`, 'a b', 'x'.repeat(500)])
      expect(await store.get(other)).toBeUndefined();
  });

  test('sessions are listed by member, node, folder and archive, page by page', async () => {
    await using journal = await open();
    const store = new HubStore(journal);
    const mine = newSession();
    const shared = newSession({ owner: 'bob', node: 'n2', cwd: '/other' });
    const foreign = newSession({ owner: 'eve', node: 'n2' });
    for (const each of [mine, shared, foreign]) await store.create(each);
    await store.patch(shared.sessionId, { members: { bob: 'owner', ada: 'observer' }, updatedAt: Date.now() + 1000 });
    const ids = async (filter: Parameters<HubStore['list']>[0]): Promise<readonly string[]> =>
      (await store.list(filter)).sessions.map(({ sessionId }) => sessionId);
    expect(await ids({ principal: 'ada' })).toEqual([shared.sessionId, mine.sessionId]);
    expect(await ids({ principal: 'ada', cwd: '/work' })).toEqual([mine.sessionId]);
    expect(await ids({ principal: 'nobody' })).toEqual([]);
    expect(new Set(await ids({ node: 'n2' }))).toEqual(new Set([shared.sessionId, foreign.sessionId]));
    expect(await ids({})).toHaveLength(3);
    await store.patch(mine.sessionId, { archived: true });
    expect(await ids({ principal: 'ada', archived: true })).toEqual([mine.sessionId]);
    expect(await ids({ principal: 'ada', archived: false })).toEqual([shared.sessionId]);
    const first = await store.list({ limit: 2 });
    const second = await store.list({ limit: 2, cursor: first.next ?? '' });
    expect([first.sessions.length, second.sessions.length, second.next]).toEqual([2, 1, undefined]);
  });

  test('a change of the members or the node changes what finds the session, and nothing else', async () => {
    await using journal = await open();
    const store = new HubStore(journal);
    const { sessionId } = await store.create(newSession());
    await store.patch(sessionId, { title: 'Plans' });
    expect(await store.patch(sessionId, { node: null })).toMatchObject({ node: null, title: 'Plans' });
    expect((await store.list({ node: 'n1' })).sessions).toEqual([]);
    expect((await store.list({ principal: 'ada' })).sessions).toHaveLength(1);
    expect(await store.patch(sessionId, { node: 'n2', title: null })).toMatchObject({ node: 'n2', title: null });
    expect((await store.list({ node: 'n2' })).sessions).toHaveLength(1);
    await expect(store.patch('hub_none', {})).rejects.toMatchObject({ code: 'missing' });
  });

  test('a session has at most 60 members with names of a bounded length', async () => {
    await using journal = await open();
    const store = new HubStore(journal);
    const { sessionId } = await store.create(newSession());
    const members = (count: number): Record<string, Role> =>
      Object.fromEntries(Array.from({ length: count }, (__, index) => [`m${index}`, 'observer']));
    await store.patch(sessionId, { members: members(maxMembers), node: 'n2' });
    await expect(store.patch(sessionId, { members: members(maxMembers + 1) })).rejects.toMatchObject({
      code: 'too-large',
    });
    await expect(store.create(newSession({ owner: 'x'.repeat(250) }))).rejects.toMatchObject({ code: 'too-large' });
    await expect(store.create(newSession({ owner: '' }))).rejects.toMatchObject({ code: 'too-large' });
  });

  test('items get numbers in the order in which they were stored, and are read after one', async () => {
    await using journal = await open();
    const store = new HubStore(journal);
    const { sessionId } = await store.create(newSession());
    const numbers = await Promise.all(['a', 'b', 'c'].map((key) => store.submit(sessionId, item(key))));
    expect(numbers).toEqual([1, 2, 3]);
    expect((await all(store.inbox(sessionId, 1))).map((each) => [each.item, each.request.key])).toEqual([
      [2, 'b'],
      [3, 'c'],
    ]);
    await store.trimInbox(sessionId, 2);
    expect((await all(store.inbox(sessionId, 2))).map((each) => each.item)).toEqual([3]);
    await expect(store.submit('hub_none', item('x'))).rejects.toMatchObject({ code: 'missing' });
  });

  test('only the owner appends to the log, and the summary changes with it', async () => {
    await using journal = await open();
    const store = new HubStore(journal);
    const { sessionId } = await store.create(newSession());
    const { token } = await store.fence(sessionId);
    await store.append(sessionId, [record('one'), record('two')], { token, summary: { title: 'two' } });
    const { token: newer } = await store.fence(sessionId);
    await expect(store.append(sessionId, [record('three')], { token })).rejects.toMatchObject({ code: 'fenced' });
    await expect(store.append(sessionId, [record('x')], { token: newer, expectedLast: 1 })).rejects.toMatchObject({
      code: 'conflict',
    });
    expect(await store.get(sessionId)).toMatchObject({ title: 'two', last: 2 });
    expect((await all(store.read(sessionId, 0, 1))).map((entry) => [entry.sequence, entry.record])).toEqual([
      [1, record('one')],
    ]);
    expect((await all(store.read(sessionId, 1))).map((entry) => entry.record)).toEqual([record('two')]);
  });

  test('a deleted session is gone with its inbox and history, and deleting it again changes nothing', async () => {
    await using journal = await open();
    const store = new HubStore(journal);
    const { sessionId } = await store.create(newSession());
    await journal.create(`history/${sessionId}`);
    await store.delete(sessionId);
    await store.delete(sessionId);
    expect(await store.get(sessionId)).toBeUndefined();
    for (const stream of ['log', 'inbox', 'history'])
      expect(await journal.get(`${stream}/${sessionId}`)).toBeUndefined();
  });

  test('the hub has one generation until it is restored from a copy', async () => {
    await using journal = await open();
    const store = new HubStore(journal);
    const [first, second] = await Promise.all([store.generation(), new HubStore(journal).generation()]);
    expect(first).toBe(second);
    const renewed = await store.renewGeneration();
    expect(renewed).not.toBe(first);
    expect(await store.generation()).toBe(renewed);
    expect((await store.list({})).sessions).toEqual([]);
  });
});

test('an item that is larger than the journal allows is refused', async () => {
  await using journal = memoryJournal({ limits: { eventBytes: 1000 } });
  const store = new HubStore(journal);
  const { sessionId } = await store.create(newSession());
  await expect(store.submit(sessionId, item('x'.repeat(1000)))).rejects.toMatchObject({ code: 'too-large' });
  expect(await store.submit(sessionId, item('small'))).toBe(1);
});

test('ids of sessions have 128 random bits and are names of streams', () => {
  const ids = new Set(Array.from({ length: 1000 }, newSessionId));
  expect(ids.size).toBe(1000);
  for (const id of ids) expect(id).toMatch(/^hub_[\w-]{22}$/u);
});

test('hints of the journal are told as sessions', () => {
  const journal = memoryJournal();
  let listener: (streams: readonly string[]) => void = () => undefined;
  journal.watch = (given) => {
    listener = given;
    return { [Symbol.dispose]: () => undefined };
  };
  const seen: unknown[] = [];
  using _watching = new HubStore(journal).watch((changed) => seen.push(changed));
  listener(['log/a', 'inbox/b', 'node/c', 'log/d']);
  listener([]);
  expect(seen).toEqual([
    { logs: ['a', 'd'], inboxes: ['b'], isAll: false },
    { logs: [], inboxes: [], isAll: true },
  ]);
});
