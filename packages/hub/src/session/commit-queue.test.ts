/** Records are stored once and in order, whatever the store does. */
import { JournalError, memoryJournal, type Journal, type JournalErrorCode } from '@acp-stack/journal';
import { settled, VirtualClock } from '@acp-stack/testing';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { HubStore, newSessionId } from '../store/hub-store.ts';
import type { LogRecord } from '../store/records.ts';
import { CommitQueue, RecordTooLargeError, type CommitLimits } from './commit-queue.ts';

const record = (title: string): LogRecord => ({
  kind: 'update',
  update: { sessionUpdate: 'session_info_update', title },
});
const titleOf = (each: LogRecord): unknown =>
  each.kind === 'update' && 'title' in each.update ? each.update.title : '';

class Fixture {
  readonly journal: Journal = memoryJournal();
  readonly store = new HubStore(this.journal);
  readonly clock = new VirtualClock();
  readonly sessionId = newSessionId();
  readonly shown: unknown[] = [];
  readonly ends: Error[] = [];
  readonly batches: number[] = [];
  /** What the next appends do: fail before or after the write, or nothing. */
  faults: (readonly [code: JournalErrorCode, isWritten: boolean] | undefined)[] = [];
  queue!: CommitQueue;

  async start(limits: Partial<CommitLimits> = {}): Promise<this> {
    const { store, clock, sessionId } = this;
    const summary = await store.create({
      sessionId,
      owner: 'ada',
      agent: 'coder',
      cwd: '/',
      additionalDirectories: [],
      node: 'a',
    });
    const { token, last } = await store.fence(sessionId);
    const append = this.journal.append.bind(this.journal);
    this.journal.append = async (...given) => {
      const [code, isWritten] = this.faults.shift() ?? [];
      this.batches.push(given[1].length);
      if (code === undefined) return append(...given);
      if (isWritten === true) await append(...given);
      throw new JournalError(code, `The store says ${code}.`);
    };
    this.queue = new CommitQueue({
      store,
      clock,
      sessionId,
      token,
      last,
      summary,
      limits,
      onStored: (entries) => this.shown.push(...entries.map((entry) => [entry.sequence, titleOf(entry.record)])),
      onEnd: (error) => this.ends.push(error),
      log: () => undefined,
    });
    return this;
  }

  async stored(): Promise<readonly unknown[]> {
    const found: unknown[] = [];
    for await (const { sequence, record: each } of this.store.read(this.sessionId, 0))
      found.push([sequence, titleOf(each)]);
    return found;
  }
}

test('what is added during an append goes into the next one', async () => {
  const fixture = await new Fixture().start();
  const { queue } = fixture;
  const added = ['one', 'two', 'three'].map((title) => queue.add([record(title)]));
  await added[0];
  void queue.add([record('four')]);
  await queue.add([record('five')]);
  expect(fixture.batches).toEqual([3, 2]);
  expect(fixture.shown).toEqual(await fixture.stored());
  expect([queue.last, queue.isSettled]).toEqual([5, true]);
});

test('appends are bounded by records and bytes', async () => {
  const fixture = await new Fixture().start({ batchRecords: 2, batchBytes: 400 });
  const { queue } = fixture;
  const long = 'x'.repeat(300);
  await Promise.all(['1', '2', '3', long, long].map((title) => queue.add([record(title)])));
  expect(fixture.batches).toEqual([2, 1, 1, 1]);
});

test('records that are added together are stored together, however many they are', async () => {
  const fixture = await new Fixture().start({ batchRecords: 2 });
  await fixture.queue.add(['1', '2', '3'].map(record));
  expect(fixture.batches).toEqual([3]);
});

test('a caller that adds too much has to wait until it is stored', async () => {
  const fixture = await new Fixture().start({ waitingBytes: 500 });
  const { queue } = fixture;
  expect(queue.room()).toBeUndefined();
  const stored = queue.add([record('x'.repeat(600))]);
  const room = queue.room();
  expect(room).toBeDefined();
  await stored;
  await room;
  expect(queue.room()).toBeUndefined();
});

test('a record that is too large is refused before anything changes', async () => {
  const fixture = await new Fixture().start({ recordBytes: 500 });
  expect(() => fixture.queue.add([record('x'.repeat(600))])).toThrow(RecordTooLargeError);
  await fixture.queue.add([record('one')]);
  expect(await fixture.stored()).toEqual([[1, 'one']]);
});

test.each([true, false])(
  'an append whose outcome is unknown is repeated and stored once (it was written: %s)',
  async (isWritten) => {
    const fixture = await new Fixture().start();
    fixture.faults = [
      ['interrupted', isWritten],
      ['interrupted', false],
    ];
    const stored = fixture.queue.add([record('one'), record('two')]);
    void fixture.queue.add([record('three')]);
    await fixture.clock.advance(1000);
    await stored;
    await settled();
    expect(await fixture.stored()).toEqual([
      [1, 'one'],
      [2, 'two'],
      [3, 'three'],
    ]);
    expect(fixture.shown).toEqual(await fixture.stored());
  },
);

test('every sequence of passing failures stores each record once, in order, and shows it after', async () => {
  const fault = fc.option(
    fc.tuple(fc.constantFrom<JournalErrorCode>('interrupted', 'busy', 'unavailable'), fc.boolean()),
    { nil: undefined },
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(fault, { maxLength: 8 }),
      fc.array(fc.nat({ max: 2 }), { maxLength: 12 }),
      async (faults, pauses) => {
        const fixture = await new Fixture().start();
        // Only an interrupted append may have been written.
        fixture.faults = faults.map((each) => (each?.[0] === 'interrupted' ? each : each && [each[0], false]));
        for (const [index, pause] of pauses.entries()) {
          void fixture.queue.add([record(String(index))]);
          for (let turn = 0; turn < pause; turn += 1) await Promise.resolve();
        }
        await fixture.clock.advance(20_000);
        expect(await fixture.stored()).toEqual(pauses.map((_, index) => [index + 1, String(index)]));
        expect(fixture.shown).toEqual(await fixture.stored());
      },
    ),
    { numRuns: 40 },
  );
});

test('a new owner ends the queue: what waits is rejected and not shown', async () => {
  const fixture = await new Fixture().start();
  const { queue } = fixture;
  await queue.add([record('one')]);
  await fixture.store.fence(fixture.sessionId);
  const late = [queue.add([record('two')]), queue.add([record('three')])];
  const results = await Promise.allSettled(late);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(fixture.ends).toMatchObject([{ code: 'fenced' }]);
  await expect(queue.add([record('four')])).rejects.toMatchObject({ code: 'fenced' });
  expect(queue.room()).toBeUndefined();
  expect(fixture.shown).toEqual([[1, 'one']]);
});

test('a log that goes on with something else after an unknown outcome belongs to another owner', async () => {
  const fixture = await new Fixture().start();
  fixture.faults = [
    ['interrupted', false],
    ['conflict', false],
  ];
  const stored = fixture.queue.add([record('one')]);
  const failed = expect(stored).rejects.toMatchObject({ code: 'conflict' });
  await fixture.clock.advance(1000);
  await failed;
  expect(fixture.shown).toEqual([]);
});

test('a queue that is ended during an append shows nothing of it', async () => {
  const fixture = await new Fixture().start();
  const stored = fixture.queue.add([record('one')]);
  await Promise.resolve();
  fixture.queue.end(new Error('The session was left.'));
  await expect(stored).rejects.toThrow('The session was left.');
  expect(fixture.shown).toEqual([]);
});

test('the summary changes with the records, and labels follow the members and the node', async () => {
  const fixture = await new Fixture().start();
  const { queue, store, sessionId } = fixture;
  void queue.add([record('one')], { members: { ada: 'owner', bob: 'observer' } });
  await queue.add([record('two')], { title: 'two' });
  await queue.add([], { node: null });
  expect(await store.get(sessionId)).toMatchObject({ title: 'two', node: null, last: 2 });
  expect((await store.list({ principal: 'bob' })).sessions).toHaveLength(1);
});
