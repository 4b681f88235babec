/** A session changes its owner: after a crash, by hand-over, or because two nodes want it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { memoryJournal, sqliteJournal } from '@acp-stack/journal';
import { settled } from '@acp-stack/testing';
import { expect, test } from 'vitest';

import { conversation, TestNode } from './scripted-agents.test-support.ts';

test('a new owner goes on where the log ends: handed prompts are interrupted, waiting ones are given to the agent', async () => {
  const journal = memoryJournal();
  await using first = new TestNode(journal, 'a');
  await using second = new TestNode(journal, 'b');
  const { session, sessionId } = await first.create();
  const handed = await first.prompt(session, 'one');
  const waiting = await first.prompt(session, 'two');
  await settled();
  await second.take(sessionId);
  expect(await second.result(sessionId, handed)).toMatchObject({ error: { data: { reason: 'interrupted' } } });
  await settled();
  expect(second.agents.last).toMatchObject({ isResumed: true, prompts: ['two'] });
  await second.agents.last.answer('2');
  expect(await second.result(sessionId, waiting)).toHaveProperty('result');
  // Users see what the first agent was asked, and that it was interrupted.
  const shown = ['user one', 'idle error', 'user two', 'running', 'agent 2', 'idle end_turn'];
  expect(conversation(await second.log(sessionId))).toEqual(shown);
  expect(await second.store.get(sessionId)).toMatchObject({ node: 'b' });
});

test('a new owner ends the turn of a message that the agent had taken, also if no work was reported', async () => {
  const journal = memoryJournal();
  await using first = new TestNode(journal, 'a');
  await using second = new TestNode(journal, 'b');
  const { session, sessionId } = await first.create();
  await first.prompt(session, 'one');
  await settled();
  first.agents.last.calls[0]?.respond({ messageId: 'm' });
  await settled();
  await second.take(sessionId);
  await settled();
  expect(conversation(await second.log(sessionId))).toEqual(['user one', 'idle error']);
});

test('the old owner stops with its next record: it shows nothing, and its agent is closed', async () => {
  const journal = memoryJournal();
  await using first = new TestNode(journal, 'a');
  await using second = new TestNode(journal, 'b');
  const { sessionId } = await first.create();
  using reader = first.feeds.open(sessionId);
  await settled();
  await second.take(sessionId);
  const before = reader.feed.last;
  first.agents.last.begin();
  await settled();
  expect(first.agents.last.isClosed).toBe(true);
  expect(first.ended).toEqual([[sessionId, false]]);
  expect(conversation(await second.log(sessionId))).toEqual([]);
  expect(reader.feed.last).toBe(before);
});

test('a prompt whose handing over could not be stored never reaches the agent of the old owner', async () => {
  const journal = memoryJournal();
  await using first = new TestNode(journal, 'a');
  await using second = new TestNode(journal, 'b');
  const { session, sessionId } = await first.create();
  await second.store.fence(sessionId);
  const item = await first.prompt(session, 'one');
  await settled();
  expect(first.agents.last.prompts).toEqual([]);
  await second.take(sessionId);
  await settled();
  expect(second.agents.last.prompts).toEqual(['one']);
  await second.agents.last.answer('1');
  expect(await second.result(sessionId, item)).toHaveProperty('result');
});

test('a hand-over ends the work, and leaves the session to any node', async () => {
  const journal = memoryJournal();
  await using first = new TestNode(journal, 'a');
  await using second = new TestNode(journal, 'b');
  const { session, sessionId } = await first.create();
  await first.prompt(session, 'one');
  await settled();
  first.agents.last.calls[0]?.respond({ messageId: 'm' });
  await settled();
  first.agents.last.begin();
  await session.stop('hand-over');
  expect(first.agents.last.isClosed).toBe(true);
  expect(await first.store.get(sessionId)).toMatchObject({ node: null });
  expect(conversation(await first.log(sessionId))).toEqual(['user one', 'running', 'idle error']);
  await second.take(sessionId);
  await settled();
  expect(second.agents.started).toEqual([]);
});

test('a session with messages that wait keeps the name of the node that hands it over, so that another takes it', async () => {
  await using node = new TestNode();
  const { session, sessionId } = await node.create();
  await node.prompt(session, 'one');
  await node.inject(session, 'two');
  await settled();
  await session.stop('hand-over');
  expect(await node.store.get(sessionId)).toMatchObject({ node: 'a' });
  await node.take(sessionId);
  await settled();
  expect(node.agents.last.prompts).toEqual(['two']);
});

test('a session that finishes gives its agent nothing after its turn: what waits is for the next owner', async () => {
  const journal = memoryJournal();
  await using first = new TestNode(journal, 'a');
  await using second = new TestNode(journal, 'b');
  const { session, sessionId } = await first.create();
  await first.prompt(session, 'one');
  await first.prompt(session, 'two');
  await settled();
  session.finish();
  const last = await first.prompt(session, 'three');
  expect(session.isBusy).toBe(true);
  await first.agents.last.answer('1');
  await settled();
  expect([first.agents.last.prompts, session.isBusy]).toEqual([['one'], false]);
  const late = await first.prompt(session, 'four');
  await settled();
  expect(first.agents.last.prompts).toEqual(['one']);
  await session.stop('hand-over');
  await second.take(sessionId);
  await settled();
  for (const answer of ['2', '3', '4']) {
    await second.agents.last.answer(answer);
    await settled();
  }
  expect(second.agents.last.prompts).toEqual(['two', 'three', 'four']);
  for (const item of [last, late]) expect(await second.result(sessionId, item)).toHaveProperty('result');
});

test('params for one turn are found in the inbox by the next owner', async () => {
  const journal = memoryJournal();
  await using first = new TestNode(journal, 'a');
  await using second = new TestNode(journal, 'b');
  const { session, sessionId } = await first.create();
  await first.prompt(session, 'one');
  const prompt = [{ type: 'text', text: 'two' }];
  await first.submit(session, 'session/prompt', { prompt, runtimeContext: [{ type: 'text', text: 'now' }] });
  await settled();
  await second.take(sessionId);
  await settled();
  expect(second.agents.last.calls[0]?.params).toEqual({ prompt, runtimeContext: [{ type: 'text', text: 'now' }] });
});

test('a repetition of a prompt that waits gets its result from the next owner', async () => {
  const journal = memoryJournal();
  await using first = new TestNode(journal, 'a');
  await using second = new TestNode(journal, 'b');
  const { session, sessionId } = await first.create();
  await first.prompt(session, 'one');
  const waiting = await first.prompt(session, 'two', { key: 'same' });
  const again = await first.prompt(session, 'two', { key: 'same' });
  await settled();
  await second.take(sessionId);
  await settled();
  await second.agents.last.answer('2');
  const { result } = await second.result(sessionId, waiting);
  expect((await second.result(sessionId, again)).result).toEqual(result);
});

test('the agent of the next owner is opened with what the session was created with', async () => {
  const journal = memoryJournal();
  await using first = new TestNode(journal, 'a');
  await using second = new TestNode(journal, 'b');
  const { sessionId } = await first.create();
  const taken = await second.take(sessionId);
  await second.prompt(taken, 'one');
  await settled();
  expect(second.agents.last.setup).toEqual(first.agents.last.setup);
});

test('a snapshot stands for the log before it', async () => {
  const journal = memoryJournal();
  await using first = new TestNode(journal, 'a');
  let newest: unknown;
  Object.assign(first.host, {
    onCommitted: (_: string, { snapshot }: { snapshot?: () => unknown }) => {
      if (snapshot !== undefined) newest = structuredClone(snapshot());
    },
  });
  const { session, sessionId } = await first.create();
  const handed = await first.prompt(session, 'one');
  await first.inject(session, 'two');
  await settled();
  await using second = new TestNode(journal, 'b');
  const { through } = newest as { through: number };
  await journal.trim(`log/${sessionId}`, { through });
  Object.assign(second.host, { snapshotOf: async () => newest });
  await second.take(sessionId);
  await settled();
  const results = [];
  for await (const { record } of second.store.read(sessionId, through))
    if (record.kind === 'result') results.push(record);
  expect(results).toMatchObject([{ item: handed, error: { data: { reason: 'interrupted' } } }]);
  expect(second.agents.last.prompts).toEqual(['two']);
});

test('a session that does not exist cannot be taken', async () => {
  await using node = new TestNode();
  await expect(node.take('hub_none')).rejects.toMatchObject({ code: 'missing' });
});

test('of two nodes that take a session at once, one is the owner', async () => {
  const journal = memoryJournal();
  await using first = new TestNode(journal, 'a');
  await using second = new TestNode(journal, 'b');
  await using third = new TestNode(journal, 'c');
  const { sessionId } = await first.create();
  const taken = await Promise.allSettled([second.take(sessionId), third.take(sessionId)]);
  await settled();
  const owners = (await first.log(sessionId)).filter(({ kind }) => kind === 'owner');
  const live = taken.filter(({ status }) => status === 'fulfilled').length - second.ended.length - third.ended.length;
  expect(live).toBe(1);
  expect(owners.at(-1)).toMatchObject({ node: (await first.store.get(sessionId))?.node });
});

test('a session in SQLite goes on after the program was started again', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'acp-hub-session-'));
  try {
    const file = join(folder, 'hub.db');
    let sessionId: string;
    let waiting: number;
    {
      await using journal = await sqliteJournal(file);
      await using node = new TestNode(journal, 'a');
      const created = await node.create();
      ({ sessionId } = created);
      const first = await node.prompt(created.session, 'one');
      await node.found(sessionId, (record) => record.kind === 'handed' && record.item === first);
      waiting = await node.inject(created.session, 'two');
      await node.result(sessionId, waiting);
    }
    await using journal = await sqliteJournal(file);
    await using node = new TestNode(journal, 'b');
    await node.take(sessionId);
    await node.found(sessionId, (record) => record.kind === 'handed' && record.item === waiting);
    await expect.poll(() => node.agents.last.prompts).toEqual(['two']);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('a session does not look used because its owner was restarted', async () => {
  await using node = new TestNode();
  const { session, sessionId } = await node.create();
  await node.prompt(session, 'one');
  await settled();
  node.agents.last.begin();
  await settled();
  await node.store.patch(sessionId, { updatedAt: 1 });
  await node.take(sessionId);
  await settled();
  expect(await node.store.get(sessionId)).toMatchObject({ updatedAt: 1, isBusy: false });
});
