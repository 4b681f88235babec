import { memoryJournal } from '@acp-stack/journal';
import { agent, client, memoryPair, type ClientConnection } from '@acp-stack/sdk';
import { settled, VirtualClock } from '@acp-stack/testing';
import { expect, test } from 'vitest';

import { openHub, type Hub } from './hub.ts';

const cwd = process.cwd();

const echo = agent({ name: 'echo', version: '1.0.0' }).onPrompt(async (turn) => {
  await turn.message.append('Yes.');
});

async function connect(hub: Hub): Promise<ClientConnection> {
  const [ours, theirs] = memoryPair();
  hub.app.connect(theirs);
  return client({ name: 'test', version: '1.0.0' }).connect(ours);
}

test('what a hub stores and what clients ask for is counted', async () => {
  await using hub = await openHub({ journal: memoryJournal(), agents: { echo }, roots: [cwd] });
  const connection = await connect(hub);
  const session = await connection.newSession({ cwd });
  await session.prompt('Hello');
  const { counters } = hub;
  expect(counters.recordsAppended.total).toBeGreaterThan(3);
  expect(counters.bytesAppended.total).toBeGreaterThan(counters.recordsAppended.total * 10);
  expect(counters.appendSeconds.count).toBeGreaterThan(1);
  expect(counters.items.values.get('session/prompt')).toBe(1);
  const other = await connect(hub);
  const ignore = (): void => undefined;
  await other.load({ sessionId: session.id, cwd }, { onUpdate: ignore });
  await expect(other.request('session/delete', { sessionId: 'none' })).rejects.toThrow('Session not found.');
  expect(counters.refusals.values.get('not_found')).toBe(1);
  expect([counters.takeovers.total, counters.fenced.total]).toEqual([0, 0]);
  await Promise.all([connection.close(), other.close()]);
});

test('a takeover is counted by the node that takes the session', async () => {
  const journal = memoryJournal();
  const [dead, alive] = [new VirtualClock(), new VirtualClock()];
  const options = { journal, agents: { echo }, roots: [cwd] };
  const first = await openHub({ ...options, clock: dead });
  const connection = await connect(first);
  await connection.newSession({ cwd });
  const second = await openHub({ ...options, clock: alive });
  // The clock of the first node stands still, as if it had been stopped.
  for (let step = 0; step < 20 && second.counters.takeovers.total === 0; step += 1) {
    await alive.advance(500);
    await settled();
  }
  expect(second.counters.takeovers.total).toBe(1);
  expect(second.status().liveSessions).toBe(1);
  connection.close().catch(() => undefined);
  await second.close();
});

test.each([
  ['processes', { processes: 1 }],
  ['sessions', { sessions: 1 }],
] as const)('a session above the quota of %s is refused in one sentence, and counted once', async (quota, quotas) => {
  await using hub = await openHub({
    journal: memoryJournal(),
    roots: [cwd],
    quotas,
    agents: { echo: { component: echo, share: 'session' } },
  });
  const connection = await connect(hub);
  await connection.newSession({ cwd });
  const error: unknown = await connection.request('session/new', { cwd }).catch((refusal: unknown) => refusal);
  expect(error).toMatchObject({ data: { reason: 'quota_exceeded', quota } });
  expect((error as Error).message).toMatch(/^More than 1 .*\.$/u);
  expect([...hub.counters.refusals.values]).toEqual([[`quota_${quota}`, 1]]);
  expect((await connection.request('session/list', {})).sessions).toHaveLength(1);
  await connection.close();
});
