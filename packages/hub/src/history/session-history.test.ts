import { memoryJournal, type Journal } from '@acp-stack/journal';
import type { SessionUpdate } from '@acp-stack/schema/v2/unstable';
import { emptyTranscript, fold, toJson } from '@acp-stack/transcript';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import type { Committed } from '../session/session-host.ts';
import { SessionState } from '../session/session-state.ts';
import { HubStore } from '../store/hub-store.ts';
import type { LogRecord, StoredEntry } from '../store/records.ts';
import { SessionHistory, type HistoryLimits } from './session-history.ts';
import { trimLog, trimmable } from './trim-log.ts';
import { anyUpdates } from './updates.test-support.ts';

/** A journal that counts what is read of histories and logs, and fails appends when it is told to. */
class CountingJournal {
  read = 0;
  /** How many streams are being read now, and how many were at most. */
  open = 0;
  mostOpen = 0;
  failing: Error | undefined;
  readonly journal: Journal;

  constructor(inner: Journal = memoryJournal()) {
    const own = {
      read: (stream: string, options?: Parameters<Journal['read']>[1]) => this.#counted(inner.read(stream, options)),
      append: (...given: Parameters<Journal['append']>) =>
        this.failing === undefined || !given[0].startsWith('history/')
          ? inner.append(...given)
          : Promise.reject(this.failing),
    };
    this.journal = new Proxy(inner, {
      get: (target, name) => {
        const found: unknown = Reflect.get(name in own ? own : target, name);
        return typeof found === 'function' ? (found.bind(target) as unknown) : found;
      },
    });
  }

  async *#counted<T>(entries: AsyncIterable<T>): AsyncGenerator<T, void> {
    this.open += 1;
    this.mostOpen = Math.max(this.mostOpen, this.open);
    try {
      for await (const entry of entries) {
        this.read += 1;
        yield entry;
      }
    } finally {
      this.open -= 1;
    }
  }
}

async function collected<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

class Session {
  readonly counting = new CountingJournal();
  readonly store = new HubStore(this.counting.journal);
  readonly history: SessionHistory;
  readonly lines: string[] = [];
  last = 0;

  constructor(limits: Partial<HistoryLimits> = {}) {
    this.history = new SessionHistory(this.store, { limits, log: (line) => void this.lines.push(line) });
  }

  static async open(limits?: Partial<HistoryLimits>): Promise<Session> {
    const session = new Session(limits);
    const places = { agent: 'a', cwd: '/', additionalDirectories: [] };
    await session.store.create({ sessionId: 's', owner: 'ann', node: 'n', ...places });
    return session;
  }

  async write(...records: readonly LogRecord[]): Promise<readonly StoredEntry[]> {
    const { first, last } = await this.counting.journal.append('log/s', records);
    this.last = last;
    return records.map((record, index) => {
      return { sequence: first + index, at: 0, record, bytes: JSON.stringify(record).length };
    });
  }

  async updates(...updates: readonly SessionUpdate[]): Promise<readonly StoredEntry[]> {
    return this.write(...updates.map((update): LogRecord => ({ kind: 'update', update })));
  }

  async replay(through = this.last): Promise<SessionUpdate[]> {
    return collected(this.history.replay('s', through));
  }

  tail(count: number, through = this.last): Promise<SessionUpdate[]> {
    return collected(this.history.replayTail('s', count, through));
  }

  async commit(committed: Partial<Committed> = {}): Promise<void> {
    this.history.committed('s', { entries: [], last: this.last, isIdle: false, snapshot: undefined, ...committed });
    await this.history.settled();
  }

  snapshot = (): { readonly through: number; readonly state: ReturnType<SessionState['toJSON']> } => ({
    through: this.last,
    state: new SessionState().toJSON(),
  });
}

const chunk = (messageId: string, text: string): SessionUpdate => ({
  sessionUpdate: 'agent_message_chunk',
  messageId,
  content: { type: 'text', text },
});
const message = (messageId: string, text: string): SessionUpdate => ({
  sessionUpdate: 'agent_message',
  messageId,
  content: [{ type: 'text', text }],
});
const idle: SessionUpdate = { sessionUpdate: 'state_update', state: 'idle', stopReason: 'end_turn' };

const shown = (updates: readonly SessionUpdate[]): unknown =>
  toJson(updates.reduce((transcript, update) => fold(transcript, update), emptyTranscript()));

describe('a replay', () => {
  test('tells the conversation only, and the last state at the end', async () => {
    const session = await Session.open();
    await session.write(
      { kind: 'owner', node: 'n', token: 1 },
      { kind: 'update', update: { sessionUpdate: 'state_update', state: 'running' } },
      { kind: 'update', update: { sessionUpdate: 'notice', severity: 'info', title: 'Hello' } },
      { kind: 'question', question: 'q', method: 'session/request_permission', params: {} },
      { kind: 'update', update: chunk('m', 'a') },
      { kind: 'update', update: idle },
      { kind: 'update', update: chunk('m', 'b') },
      { kind: 'result', item: 1, key: 'k' },
    );
    const told = [message('m', 'ab'), idle];
    expect(await session.replay()).toEqual(told);
    await session.history.merge('s', 6);
    expect(await session.replay()).toEqual(told);
    await session.history.merge('s', 8);
    expect(await session.replay()).toEqual(told);
  });

  test('ends at the record that is asked for, also if more is merged already', async () => {
    const session = await Session.open({ most: 2 });
    await session.updates(...['a', 'b', 'c', 'd', 'e'].map((text) => chunk('m', text)));
    await session.history.merge('s', 5);
    for (const through of [1, 2, 3, 4, 5])
      expect(await session.replay(through)).toEqual([message('m', 'abcde'.slice(0, through))]);
    expect(await session.replay(0)).toEqual([]);
  });

  test('of a session that has no history, or no records, is right too', async () => {
    const session = await Session.open();
    expect(await session.replay()).toEqual([]);
    await session.updates(chunk('m', 'a'));
    expect(await session.replay()).toEqual([message('m', 'a')]);
    expect(await session.history.snapshot('s')).toBeUndefined();
  });

  test('of 100,000 chunks in 1,000 messages reads about 1,000 records', async () => {
    const session = await Session.open();
    for (let tenth = 0; tenth < 10; tenth += 1) {
      const chunks = Array.from({ length: 10_000 }, (_, index) =>
        chunk(`m${tenth * 100 + Math.floor(index / 100)}`, 'x'),
      );
      await session.updates(...chunks);
    }
    await session.history.merge('s', 99_000);
    session.counting.read = 0;
    const told = await session.replay();
    expect(told).toHaveLength(1000);
    expect(told.at(-1)).toEqual(message('m999', 'x'.repeat(100)));
    // 990 messages, at most one more for each of 50 segments, and the tail of 1,000 records.
    expect(session.counting.read).toBeLessThanOrEqual(990 + 50 + 1000);
    session.counting.read = 0;
    expect((await session.tail(20)).map((update) => 'messageId' in update && update.messageId)).toEqual(
      Array.from({ length: 20 }, (_, index) => `m${980 + index}`),
    );
    expect(session.counting.read).toBeLessThanOrEqual(20 + 1000);
  });

  test('of any updates, merged at any time, leads to the same transcript, whatever was asked for', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyUpdates,
        fc.array(fc.nat(40), { maxLength: 4 }),
        fc.integer({ min: 1, max: 10 }),
        async (updates, merges, most) => {
          const session = await Session.open({ most });
          await session.updates(...updates);
          for (const through of merges)
            if (through <= updates.length && through > 0) await session.history.merge('s', through);
          for (const through of new Set([updates.length, ...merges.filter((each) => each <= updates.length)])) {
            const told = updates.slice(0, through).filter(({ sessionUpdate }) => sessionUpdate !== 'notice');
            expect(shown(await session.replay(through))).toEqual(shown(told));
          }
        },
      ),
      { numRuns: process.env['ACP_LONG'] === '1' ? 2000 : 80 },
    );
  });
});

describe('merging', () => {
  test('happens at the end of a turn, and in a turn when there is much', async () => {
    const session = await Session.open({ least: 3, most: 10 });
    const grow = async (count: number, isIdle: boolean): Promise<number> => {
      await session.updates(...Array.from({ length: count }, () => chunk('m', 'x')));
      await session.commit({ isIdle });
      return session.history.mergedThrough('s');
    };
    expect(await grow(9, false)).toBe(0);
    expect(await grow(1, false)).toBe(10);
    expect(await grow(2, true)).toBe(10);
    expect(await grow(1, true)).toBe(13);
    expect(session.lines).toEqual([]);
  });

  test('takes what the owner has just stored from memory', async () => {
    const session = await Session.open({ least: 1, most: 2 });
    await session.commit({
      isIdle: true,
      entries: await session.updates(chunk('m', 'a'), chunk('m', 'b'), chunk('m', 'c')),
    });
    await session.commit({ isIdle: true, entries: await session.updates(chunk('m', 'd')) });
    expect(session.counting.read).toBe(0);
    expect(await session.history.mergedThrough('s')).toBe(4);
    expect(await session.replay()).toEqual([message('m', 'abcd')]);
  });

  test('reads the log for what it has no room for in memory, for what came before, and after a gap', async () => {
    const session = await Session.open({ least: 4, most: 3, liveBytes: 400 });
    await session.updates(chunk('m', 'a'));
    const small = await session.updates(chunk('m', 'b'));
    await session.commit({ entries: small });
    const [, afterGap] = await session.updates(chunk('m', 'c'), chunk('m', 'd'));
    await session.commit({ isIdle: true, entries: afterGap === undefined ? [] : [afterGap] });
    expect(await session.replay()).toEqual([message('m', 'abcd')]);
    expect(await session.history.mergedThrough('s')).toBe(4);
    const large = await session.updates(...Array.from({ length: 10 }, () => chunk('m', 'x'.repeat(100))));
    await session.commit({ isIdle: true, entries: large });
    expect(await session.history.mergedThrough('s')).toBe(14);
    expect(await session.replay()).toEqual([message('m', `abcd${'x'.repeat(1000)}`)]);
  });

  test('from memory and from the log, in any turns, leads to the same transcript', async () => {
    const commit = fc.record({ count: fc.integer({ min: 1, max: 6 }), isKnown: fc.boolean(), isIdle: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(anyUpdates, fc.array(commit), async (all, commits) => {
        const updates = [...all];
        const session = await Session.open({ least: 2, most: 5, liveBytes: 2000 });
        for (const { count, isKnown, isIdle } of commits) {
          const entries = await session.updates(...updates.splice(0, count));
          const known = isKnown ? entries : [];
          session.history.committed('s', { entries: known, last: session.last, isIdle, snapshot: undefined });
        }
        await session.history.settled();
        expect(session.lines).toEqual([]);
        const told = all.slice(0, session.last).filter(({ sessionUpdate }) => sessionUpdate !== 'notice');
        expect(shown(await session.replay())).toEqual(shown(told));
      }),
      { numRuns: process.env['ACP_LONG'] === '1' ? 2000 : 80 },
    );
  });

  test('twice, by two nodes, repeats nothing', async () => {
    const session = await Session.open({ most: 3 });
    const other = new SessionHistory(session.store, { limits: { most: 2 } });
    await session.updates(...Array.from({ length: 30 }, (_, index) => chunk(`m${index}`, 'x')));
    await Promise.all([session.history.merge('s', 30), other.merge('s', 30), other.merge('s', 17)]);
    await session.history.merge('s', 30);
    expect(await session.replay()).toHaveLength(30);
    expect(await session.counting.journal.get('history/s')).toMatchObject({ last: 30 });
  });

  test('that fails changes nothing, is reported, and is done with the next records', async () => {
    const session = await Session.open({ least: 1 });
    await session.updates(chunk('m', 'a'));
    session.counting.failing = new Error('The disk is full.');
    await session.commit({ isIdle: true });
    expect(session.lines).toEqual(['The history of the session s could not be merged: The disk is full.']);
    session.counting.failing = undefined;
    await session.updates(chunk('m', 'b'));
    await session.commit({ isIdle: true });
    expect(await session.history.mergedThrough('s')).toBe(2);
    expect(await session.replay()).toEqual([message('m', 'ab')]);
  });

  test('never holds up the owner: it begins after the call and reads what is stored', async () => {
    const session = await Session.open({ least: 1 });
    await session.updates(chunk('m', 'a'));
    session.counting.read = 0;
    session.history.committed('s', { entries: [], last: 1, isIdle: true, snapshot: undefined });
    expect(session.counting.read).toBe(0);
    await session.history.settled();
    expect(session.counting.read).toBe(1);
  });

  test('of many sessions whose turns end together is done for a few at a time', async () => {
    const session = await Session.open({ least: 1, atOnce: 2 });
    const { counting, store, history } = session;
    const ids = Array.from({ length: 9 }, (_, index) => `t${index}`);
    const places = { agent: 'a', cwd: '/', additionalDirectories: [] };
    for (const sessionId of ids) {
      await store.create({ sessionId, owner: 'ann', node: 'n', ...places });
      await counting.journal.append(`log/${sessionId}`, [{ kind: 'update', update: chunk('m', 'x') }]);
    }
    for (const sessionId of ids)
      history.committed(sessionId, { entries: [], last: 1, isIdle: true, snapshot: undefined });
    await history.settled();
    expect(counting.mostOpen).toBe(2);
    for (const sessionId of ids) expect(await history.mergedThrough(sessionId)).toBe(1);
  });

  test('of a session that is deleted meanwhile leaves nothing behind', async () => {
    const session = await Session.open({ least: 1 });
    await session.updates(chunk('m', 'a'));
    await session.commit({ isIdle: true, snapshot: session.snapshot });
    await session.store.delete('s');
    await session.history.merge('s', 1);
    await session.history.keepSnapshot('s', session.snapshot());
    expect(await session.counting.journal.get('history/s')).toBeUndefined();
    expect(await session.counting.journal.get('snapshot/s')).toBeUndefined();
  });
});

describe('snapshots', () => {
  test('are kept when the log has grown, the newest only', async () => {
    const session = await Session.open({ snapshotEvery: 2 });
    await session.updates(chunk('m', 'a'));
    await session.commit({ snapshot: session.snapshot });
    expect(await session.history.snapshot('s')).toBeUndefined();
    for (const text of ['b', 'c', 'd', 'e']) {
      await session.updates(chunk('m', text));
      await session.commit({ snapshot: session.snapshot });
    }
    expect(await session.history.snapshot('s')).toMatchObject({ through: 4 });
    expect(await session.counting.journal.size('snapshot/s')).toMatchObject({ events: 1 });
    session.counting.read = 0;
    await session.history.snapshot('s');
    expect(session.counting.read).toBe(1);
  });

  test('an older one does not replace a newer one', async () => {
    const session = await Session.open();
    const { state } = session.snapshot();
    await session.history.keepSnapshot('s', { through: 9, state });
    await session.history.keepSnapshot('s', { through: 4, state });
    expect(await session.history.snapshot('s')).toMatchObject({ through: 9 });
  });
});

describe('trimming', () => {
  test('removes what is merged and in a snapshot, except the last records; the replay stays the same', async () => {
    const session = await Session.open();
    await session.updates(...Array.from({ length: 20 }, (_, index) => chunk(`m${index % 3}`, String(index))));
    const before = await session.replay();
    const options = { sessionId: 's', keep: 5 };
    expect(await trimmable(session.store, session.history, options)).toBe(0);
    await session.history.merge('s', 18);
    expect(await trimmable(session.store, session.history, options)).toBe(0);
    await session.history.keepSnapshot('s', { ...session.snapshot(), through: 12 });
    expect(await trimLog(session.store, session.history, options)).toBe(12);
    expect(await session.counting.journal.get('log/s')).toMatchObject({ first: 13 });
    await session.history.keepSnapshot('s', { ...session.snapshot(), through: 20 });
    expect(await trimLog(session.store, session.history, options)).toBe(15);
    expect(await session.replay()).toEqual(before);
    expect(await trimLog(session.store, session.history, { sessionId: 'unknown', keep: 0 })).toBe(0);
  });

  test('of a log whose last records are not updates loses nothing', async () => {
    const session = await Session.open();
    await session.updates(chunk('m', 'a'));
    await session.write(...Array.from({ length: 9 }, (): LogRecord => ({ kind: 'result', item: 1, key: 'k' })));
    await session.history.merge('s', 4);
    await session.history.merge('s', 10);
    await session.history.keepSnapshot('s', session.snapshot());
    await trimLog(session.store, session.history, { sessionId: 's', keep: 0 });
    expect(await session.replay()).toEqual([message('m', 'a')]);
  });
});
