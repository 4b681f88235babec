/** Many clients on one session: they cost little, and none of them holds up another. */
import { describe, expect, test } from 'vitest';

import { settled } from '@acp-stack/testing';

import type { LogRecord } from '../store/records.ts';
import {
  cwd,
  fromStart,
  message,
  scriptedHub,
  type RawClient,
  type ScriptedSession,
} from './scripted-hub.test-support.ts';

const updates = (count: number, from = 0): readonly LogRecord[] =>
  Array.from({ length: count }, (_, index) => ({ kind: 'update', update: message(String(from + index)) }));

const numbers = (count: number): string[] => Array.from({ length: count }, (_, index) => String(index));

/** Stores many updates; the feed keeps only some of them in memory. */
async function appendMany(session: ScriptedSession, count: number): Promise<void> {
  for (let from = 0; from < count; from += 500) await session.append(...updates(Math.min(500, count - from), from));
}

describe('a client that does not read', () => {
  test('holds up no other client, and little waits to be sent to it', async () => {
    await using hub = await scriptedHub();
    const session = await hub.session();
    const stalled = await hub.raw();
    const others: RawClient[] = [await hub.raw(), await hub.raw()];
    for (const { connection } of [stalled, ...others])
      await connection.request('session/resume', { sessionId: session.sessionId, cwd });
    stalled.channel.pause();
    await appendMany(session, 5000);
    await expect.poll(() => others.every(({ texts }) => texts.length === 5000)).toBe(true);
    await settled();
    expect(stalled.unread()).toBeGreaterThan(0);
    expect(stalled.unread()).toBeLessThan(400_000);
    const little = stalled.unread();
    await appendMany(session, 1000);
    await expect.poll(() => others.every(({ texts }) => texts.length === 6000)).toBe(true);
    expect(stalled.unread()).toBe(little);
  });

  test('gets everything in order from the store when it reads again', async () => {
    await using hub = await scriptedHub();
    const session = await hub.session();
    const { connection, channel, texts } = await hub.raw();
    await connection.request('session/resume', { sessionId: session.sessionId, cwd });
    channel.pause();
    await appendMany(session, 5000);
    await settled();
    channel.resume();
    await expect.poll(() => texts.length).toBe(5000);
    expect(texts).toEqual(numbers(5000));
  });

  test('may open the session again and misses nothing', async () => {
    await using hub = await scriptedHub();
    const session = await hub.session();
    const { connection, channel, texts } = await hub.raw();
    await connection.request('session/resume', { sessionId: session.sessionId, cwd });
    channel.pause();
    await appendMany(session, 3000);
    await settled();
    const again = connection.request('session/resume', { sessionId: session.sessionId, cwd });
    await settled();
    channel.resume();
    await again;
    await expect.poll(() => texts.length).toBe(3000);
    expect(texts).toEqual(numbers(3000));
  });

  test('is forgotten when its connection ends', async () => {
    await using hub = await scriptedHub();
    const session = await hub.session();
    const { connection, channel } = await hub.raw();
    await connection.request('session/resume', { sessionId: session.sessionId, cwd });
    channel.pause();
    await appendMany(session, 3000);
    connection.destroy();
    await expect.poll(() => [hub.app.clients, hub.app.sessions, hub.feeds.size]).toEqual([0, 0, 0]);
  });
});

describe('50 clients on one session', () => {
  test('read its log as often as one client does', async () => {
    const readsWith = async (count: number): Promise<number> => {
      await using hub = await scriptedHub();
      const session = await hub.session();
      const clients: RawClient[] = [];
      for (let index = 0; index < count; index += 1) {
        const raw = await hub.raw();
        await raw.connection.request('session/resume', { sessionId: session.sessionId, cwd });
        clients.push(raw);
      }
      for (const record of updates(100)) await session.append(record);
      await expect.poll(() => clients.every(({ texts }) => texts.length === 100)).toBe(true);
      return hub.reads.count;
    };
    expect(await readsWith(50)).toBe(await readsWith(1));
  });

  test('leave nothing behind when they have closed the session, or their connections', async () => {
    await using hub = await scriptedHub();
    const session = await hub.session();
    const clients = await Promise.all(Array.from({ length: 50 }, () => hub.raw()));
    await Promise.all(clients.map(({ connection }) => connection.request('session/resume', fromStart(session))));
    expect([hub.app.clients, hub.app.sessions, hub.feeds.size, hub.feeds.readers(session.sessionId)]).toEqual([
      50, 1, 1, 1,
    ]);
    const { sessionId } = session;
    await Promise.all(clients.slice(1).map(({ connection }) => connection.request('session/close', { sessionId })));
    expect([hub.app.clients, hub.app.sessions, hub.feeds.size]).toEqual([50, 1, 1]);
    await clients[0]?.connection.close();
    await expect.poll(() => [hub.app.clients, hub.app.sessions, hub.feeds.size]).toEqual([49, 0, 0]);
    await session.say('no client listens');
    expect(clients.flatMap(({ texts }) => texts)).toEqual([]);
  });
});

test('closing a session detaches that client only, and the session goes on', async () => {
  await using hub = await scriptedHub();
  const session = await hub.session();
  const [leaving, staying] = [await hub.raw(), await hub.raw()];
  for (const { connection } of [leaving, staying]) await connection.request('session/resume', fromStart(session));
  await leaving.connection.request('session/close', { sessionId: session.sessionId });
  await session.say('goes on');
  await expect.poll(() => staying.texts).toEqual(['goes on']);
  expect(leaving.texts).toEqual([]);
  expect(await session.items()).toEqual([]);
  // It is still there for the client that left.
  await leaving.connection.request('session/resume', fromStart(session));
  expect(leaving.texts).toEqual(['goes on']);
});
