/** The contract of a journal, as tests that run on any implementation; `open` returns a new, empty journal. */
import { describe, expect, test } from 'vitest';

import {
  EventText,
  type Metadata,
  type MetadataPatch,
  type Journal,
  type JournalEntry,
  type JournalErrorCode,
  type JournalOptions,
  type ReadOptions,
} from './index.ts';

export type OpenJournal = (options?: JournalOptions) => Promise<Journal>;

/** The code of the error that `work` ends with. */
export async function refusal(work: PromiseLike<unknown>): Promise<JournalErrorCode | 'none'> {
  try {
    await work;
    return 'none';
  } catch (error) {
    return (error as { readonly code: JournalErrorCode }).code;
  }
}

export async function entries(journal: Journal, stream: string, options?: ReadOptions): Promise<JournalEntry[]> {
  const read: JournalEntry[] = [];
  for await (const entry of journal.read(stream, options)) read.push(entry);
  return read;
}

const sequences = async (...args: Parameters<typeof entries>): Promise<number[]> =>
  (await entries(...args)).map(({ sequence }) => sequence);

/** The events 1 to `count`. */
export const numbered = (count: number): { n: number }[] =>
  Array.from({ length: count }, (_, index) => ({ n: index + 1 }));

const range = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

/** The bytes of the JSON strings of `events`. */
export const bytesOf = (events: readonly unknown[]): number =>
  events.reduce<number>((sum, event) => sum + Buffer.byteLength(JSON.stringify(event)), 0);

/** Streams of two folders, every fifth put away, three of them of each time. */
const fill = async (journal: Journal, count: number): Promise<void> => {
  await Promise.all(
    range(1, count).map((n) =>
      journal.create(`s${n}`, {
        metadata: {
          cwd: n % 2 === 0 ? '/even' : '/odd',
          updatedAt: n - (n % 3),
          ...(n % 5 === 0 ? { archived: true } : {}),
        },
      }),
    ),
  );
};

/** As `fill`, and every third has the label `third`, every fourth `fourth`. */
const fillLabelled = async (journal: Journal, count: number): Promise<void> => {
  await fill(journal, count);
  await Promise.all(
    range(1, count).map((n) =>
      journal.patch(`s${n}`, { labels: [...(n % 3 === 0 ? ['third'] : []), ...(n % 4 === 0 ? ['fourth'] : [])] }),
    ),
  );
};

const names = async (journal: Journal, options: Parameters<Journal['list']>[0]): Promise<string[]> => {
  const found: string[] = [];
  for (let cursor: string | undefined; ;) {
    const { streams, next } = await journal.list({ ...options, ...(cursor === undefined ? {} : { cursor }) });
    found.push(...streams.map(({ stream }) => stream));
    if (next === undefined) return found;
    cursor = next;
  }
};

/** Newest first, and of the same time the one that was created last. */
const expected = (count: number, fits: (n: number) => boolean): string[] =>
  range(1, count)
    .filter(fits)
    .toSorted((left, right) => right - (right % 3) - (left - (left % 3)) || right - left)
    .map((n) => `s${n}`);

export function journalContract(name: string, open: OpenJournal): void {
  describe(`${name}, appended to`, () => {
    test('numbers events from 1 without a gap', async () => {
      await using journal = await open();
      await journal.create('one');
      expect(await journal.append('one', numbered(3))).toEqual({ first: 1, last: 3 });
      expect(await journal.append('one', numbered(2))).toEqual({ first: 4, last: 5 });
      expect(await sequences(journal, 'one')).toEqual([1, 2, 3, 4, 5]);
    });

    test('gives every one of many writers numbers of its own, in the order of their calls', async () => {
      await using journal = await open();
      await journal.create('one');
      const appended = await Promise.all(
        range(1, 200).map((n) =>
          journal.append(
            'one',
            Array.from({ length: n % 4 }, () => ({ n })),
          ),
        ),
      );
      let last = 0;
      for (const [index, each] of appended.entries()) {
        expect(each).toEqual({ first: last + 1, last: last + ((index + 1) % 4) });
        ({ last } = each);
      }
      const read = await entries(journal, 'one');
      expect(read.map(({ sequence }) => sequence)).toEqual(range(1, last));
      expect(read.map(({ event }) => event)).toEqual(
        range(1, 200).flatMap((n) => Array.from({ length: n % 4 }, () => ({ n }))),
      );
    });

    test('numbers each stream by itself', async () => {
      await using journal = await open();
      await Promise.all(['a', 'b'].map((stream) => journal.create(stream)));
      await Promise.all(range(1, 50).map((n) => journal.append(n % 2 === 0 ? 'a' : 'b', [n])));
      expect(await sequences(journal, 'a')).toEqual(range(1, 25));
      expect((await entries(journal, 'b')).map(({ event }) => event)).toEqual(range(1, 50).filter((n) => n % 2 === 1));
    });

    test('has the events for every reader once the append resolves', async () => {
      await using journal = await open();
      await journal.create('one');
      for (const n of range(1, 20)) {
        const { last } = await journal.append('one', [n]);
        expect(await journal.get('one')).toMatchObject({ last });
        expect(await sequences(journal, 'one', { after: n - 1 })).toEqual([n]);
      }
    });

    test('says when each event was appended', async () => {
      await using journal = await open();
      const before = Date.now();
      await journal.create('one', { events: [1] });
      const [entry] = await entries(journal, 'one');
      expect(entry?.at).toBeGreaterThanOrEqual(before);
      expect(entry?.at).toBeLessThanOrEqual(Date.now());
    });

    test('keeps every JSON value as it is, and as it was', async () => {
      await using journal = await open();
      const values = [null, true, 0.1, -0, 1e308, '', 'é\0\uD800\u2028"\\', [[]], { 'a b': { '': 1 } }, 2 ** 53 - 1];
      const changing = { list: [1] };
      const proto: unknown = JSON.parse('{"__proto__":{"a":1},"constructor":2}');
      await journal.create('one');
      const appended = journal.append('one', [...values, changing, proto]);
      changing.list.push(2);
      await appended;
      const read = (await entries(journal, 'one')).map(({ event }) => event);
      expect(read).toEqual(JSON.parse(JSON.stringify([...values, { list: [1] }, proto])));
      expect(JSON.stringify(read.at(-1))).toBe('{"__proto__":{"a":1},"constructor":2}');
    });

    test('takes an append without events, which has no numbers', async () => {
      await using journal = await open();
      await journal.create('one', { events: numbered(2) });
      expect(await journal.append('one', [], { patch: { title: 'Tulips' } })).toEqual({ first: 3, last: 2 });
      expect(await journal.get('one')).toMatchObject({ last: 2, metadata: { title: 'Tulips' } });
    });

    test('refuses to append to a stream that is not there', async () => {
      await using journal = await open();
      expect(await refusal(journal.append('one', [1]))).toBe('missing');
      expect(await journal.list()).toEqual({ streams: [] });
    });

    test('lets no refused append disturb those beside it', async () => {
      await using journal = await open();
      await journal.create('one');
      const outcomes = await Promise.all([
        refusal(journal.append('one', ['a'])),
        refusal(journal.append('none', ['b'])),
        refusal(journal.append('one', ['c'], { expectedLast: 7 })),
        refusal(journal.append('one', ['d'])),
      ]);
      expect(outcomes).toEqual(['none', 'missing', 'conflict', 'none']);
      expect((await entries(journal, 'one')).map(({ event }) => event)).toEqual(['a', 'd']);
    });
  });

  describe(`${name}, appended to on conditions`, () => {
    test('takes the append only when the stream ends as expected, and says how it ends', async () => {
      await using journal = await open();
      await journal.create('one', { events: numbered(3) });
      await expect(journal.append('one', [0], { expectedLast: 2 })).rejects.toMatchObject({
        code: 'conflict',
        last: 3,
      });
      expect(await journal.append('one', [4], { expectedLast: 3 })).toEqual({ first: 4, last: 4 });
      expect(await refusal(journal.append('one', [0], { expectedLast: 3 }))).toBe('conflict');
    });

    test('lets exactly one of many writers win that expect the same last event', async () => {
      await using journal = await open();
      await journal.create('one');
      const outcomes = await Promise.all(
        range(1, 20).map((n) => refusal(journal.append('one', [n], { expectedLast: 0 }))),
      );
      expect(outcomes.filter((outcome) => outcome === 'none')).toHaveLength(1);
      expect(outcomes.filter((outcome) => outcome === 'conflict')).toHaveLength(19);
    });

    test('takes appends of the newest owner only', async () => {
      await using journal = await open();
      await journal.create('one', { events: numbered(2) });
      const older = await journal.fence('one');
      await journal.append('one', [3], { token: older.token });
      const newer = await journal.fence('one');
      expect(newer.token).toBeGreaterThan(older.token);
      expect([older.last, newer.last]).toEqual([2, 3]);
      const { token } = older;
      expect(await refusal(journal.append('one', [0], { token }))).toBe('fenced');
      expect(await refusal(journal.append('one', [0], { token, expectedLast: 3 }))).toBe('fenced');
      expect(await refusal(journal.append('one', [0]))).toBe('fenced');
      expect(await journal.append('one', [4], { token: newer.token })).toEqual({ first: 4, last: 4 });
    });

    test('goes back to the previous owner, unless another one has fenced it since', async () => {
      await using journal = await open();
      await journal.create('one');
      const first = await journal.fence('one');
      const second = await journal.fence('one');
      expect([first.before, second.before]).toEqual([0, first.token]);
      expect(await journal.release('one', second)).toBe(true);
      await journal.append('one', [1], { token: first.token });
      expect(await refusal(journal.append('one', [0], { token: second.token }))).toBe('fenced');
      expect(await journal.release('one', second)).toBe(false);
      expect(await journal.release('one', first)).toBe(true);
      await journal.append('one', [2]);
      expect(await journal.release('two', first)).toBe(false);
      // No token is ever given twice.
      expect((await journal.fence('one')).token).toBeGreaterThan(second.token);
    });

    test('goes back to the owner that is left, in whatever order the others release it', async () => {
      await using journal = await open();
      await journal.create('one');
      const { token } = await journal.fence('one');
      const [second, third, fourth] = [
        await journal.fence('one'),
        await journal.fence('one'),
        await journal.fence('one'),
      ];
      expect(await journal.release('one', third)).toBe(false);
      expect(await journal.release('one', second)).toBe(false);
      expect(await refusal(journal.append('one', [0], { token }))).toBe('fenced');
      expect(await journal.release('one', fourth)).toBe(true);
      expect(await journal.append('one', [1], { token })).toEqual({ first: 1, last: 1 });
      // An owner that has not released it is still next.
      const [fifth, sixth] = [await journal.fence('one'), await journal.fence('one')];
      expect(await journal.release('one', sixth)).toBe(true);
      expect(await journal.append('one', [2], { token: fifth.token })).toEqual({ first: 2, last: 2 });
    });

    test('knows no owner of a stream of the same name that is gone', async () => {
      await using journal = await open();
      await journal.create('one');
      const { token } = await journal.fence('one');
      await journal.delete('one');
      await journal.create('one');
      expect(await refusal(journal.append('one', [1], { token }))).toBe('fenced');
      expect((await journal.fence('one')).token).toBeGreaterThan(token);
    });

    test('changes metadata together with an append, or neither', async () => {
      await using journal = await open();
      await journal.create('one', { metadata: { title: 'old' } });
      await journal.append('one', [1], { patch: { title: 'new', updatedAt: 5 } });
      expect(await refusal(journal.append('one', [2], { expectedLast: 0, patch: { title: 'wrong' } }))).toBe(
        'conflict',
      );
      expect(await journal.get('one')).toMatchObject({ last: 1, metadata: { title: 'new', updatedAt: 5 } });
    });
  });

  describe(`${name}, read`, () => {
    test('gives the events behind a number, and as many as are asked for', async () => {
      await using journal = await open();
      await journal.create('one', { events: numbered(20) });
      expect(await sequences(journal, 'one', { after: 15 })).toEqual([16, 17, 18, 19, 20]);
      expect(await sequences(journal, 'one', { after: 3, limit: 2 })).toEqual([4, 5]);
      expect(await sequences(journal, 'one', { after: 20 })).toEqual([]);
      expect(await sequences(journal, 'one', { after: 99 })).toEqual([]);
      expect(await sequences(journal, 'one', { limit: 0 })).toEqual([]);
    });

    test('gives a long stream whole, and what is appended to it meanwhile', async () => {
      await using journal = await open();
      await journal.create('one', { events: numbered(3000) });
      const seen: number[] = [];
      for await (const { sequence } of journal.read('one')) {
        seen.push(sequence);
        if (sequence === 1) await journal.append('one', numbered(100));
      }
      expect(seen).toEqual(range(1, 3100));
    });

    test('gives events that are larger than a page', async () => {
      await using journal = await open();
      const large = 'x'.repeat(700_000);
      await journal.create('one', { events: [large, large, 1, 2, large, large + large] });
      const read = await entries(journal, 'one');
      expect(read.map(({ event }) => event)).toEqual([large, large, 1, 2, large, large + large]);
      expect(read.map(({ sequence }) => sequence)).toEqual(range(1, 6));
    });

    test('may be left at any time', async () => {
      await using journal = await open();
      await journal.create('one', { events: numbered(2000) });
      for await (const { sequence } of journal.read('one')) if (sequence === 3) break;
      expect(await sequences(journal, 'one', { after: 1998 })).toEqual([1999, 2000]);
    });

    test('says that there is no such stream, also when it goes meanwhile', async () => {
      await using journal = await open();
      expect(await refusal(entries(journal, 'one'))).toBe('missing');
      await journal.create('one', { events: numbered(3000) });
      const reading = journal.read('one')[Symbol.asyncIterator]();
      await reading.next();
      await journal.delete('one');
      await journal.create('one', { events: numbered(3000) });
      const rest = async (): Promise<void> => {
        while ((await reading.next()).done !== true);
      };
      expect(await refusal(rest())).toBe('missing');
    });
  });

  describe(`${name}, trimmed`, () => {
    test('forgets the oldest events, says so, and uses no number again', async () => {
      await using journal = await open();
      await journal.create('one', { events: numbered(10) });
      expect(await journal.trim('one', { through: 4 })).toMatchObject({ first: 5, last: 10 });
      expect(await sequences(journal, 'one')).toEqual(range(5, 10));
      expect(await sequences(journal, 'one', { after: 4 })).toEqual(range(5, 10));
      await expect(entries(journal, 'one', { after: 3 })).rejects.toMatchObject({ code: 'trimmed', first: 5 });
      expect(await journal.trim('one', { through: 99 })).toMatchObject({ first: 11, last: 10 });
      expect(await sequences(journal, 'one')).toEqual([]);
      expect(await journal.append('one', [11], { expectedLast: 10 })).toEqual({ first: 11, last: 11 });
    });

    test('does nothing for what was trimmed before, or was never there', async () => {
      await using journal = await open();
      await journal.create('one', { events: numbered(10) });
      await journal.trim('one', { through: 6 });
      expect(await journal.trim('one', { through: 2 })).toMatchObject({ first: 7, last: 10 });
      expect(await refusal(journal.trim('two', { through: 2 }))).toBe('missing');
      expect(await refusal(journal.trim('one', { through: -1 }))).toBe('invalid');
    });
  });

  describe(`${name}, asked about streams`, () => {
    test('knows what it was told, and what changed', async () => {
      await using journal = await open();
      const metadata = { cwd: '/garden', title: 'Tulips', updatedAt: 7, tags: ['red'] };
      expect(await journal.create('one', { metadata })).toMatchObject({ stream: 'one', metadata, first: 1, last: 0 });
      const changed = await journal.patch('one', { title: null, archived: true, tags: [] });
      expect(changed.metadata).toEqual({ cwd: '/garden', archived: true, updatedAt: 7, tags: [] });
      expect(await journal.get('one')).toEqual(changed);
      expect(await journal.get('two')).toBeUndefined();
    });

    test('takes the time of creation for that of the last change until it is told one', async () => {
      await using journal = await open();
      const { createdAt, metadata } = await journal.create('one');
      expect(metadata).toEqual({ updatedAt: createdAt });
    });

    test('creates no stream twice, and changes none that is not there', async () => {
      await using journal = await open();
      await journal.create('one', { events: [1] });
      expect(await refusal(journal.create('one', { events: [2] }))).toBe('exists');
      expect(await refusal(journal.patch('two', { title: 'x' }))).toBe('missing');
      expect(await refusal(journal.fence('two'))).toBe('missing');
      expect(await journal.get('one')).toMatchObject({ last: 1 });
    });

    test('refuses metadata of the wrong type', async () => {
      await using journal = await open();
      await journal.create('one');
      const wrong = [
        { cwd: 1 },
        { archived: 'yes' },
        { updatedAt: null },
        { updatedAt: 0.5 },
        { toJSON: () => ({ cwd: true }) },
      ];
      for (const patch of wrong)
        expect(await refusal(journal.patch('one', patch as MetadataPatch)), JSON.stringify(patch)).toBe('invalid');
      expect(await refusal(journal.list({ where: { cwd: true } as object }))).toBe('invalid');
      expect(await refusal(journal.list({ where: { label: null } as object }))).toBe('invalid');
    });

    test('keeps metadata of any name', async () => {
      await using journal = await open();
      const metadata = JSON.parse('{"__proto__":1,"constructor":2,"updatedAt":3}') as Metadata;
      await journal.create('one', { metadata });
      expect(JSON.stringify((await journal.get('one'))?.metadata)).toBe(JSON.stringify(metadata));
    });

    test('forgets a stream with its events', async () => {
      await using journal = await open();
      await journal.create('one', { events: numbered(3) });
      expect(await journal.delete('one')).toBe(true);
      expect(await journal.delete('one')).toBe(false);
      expect(await journal.get('one')).toBeUndefined();
      await journal.create('one', { events: ['new'] });
      expect(await entries(journal, 'one')).toMatchObject([{ sequence: 1, event: 'new' }]);
    });

    test('copies a stream, and both go their own ways', async () => {
      await using journal = await open();
      await journal.create('one', { metadata: { cwd: '/garden', title: 'Tulips' }, events: numbered(1500) });
      await journal.trim('one', { through: 2 });
      await journal.fence('one');
      const copy = await journal.copy('one', 'two', { patch: { title: 'Roses', updatedAt: 9 } });
      expect(copy).toMatchObject({ metadata: { cwd: '/garden', title: 'Roses', updatedAt: 9 }, first: 3, last: 1500 });
      await journal.append('two', ['more']);
      await journal.delete('one');
      expect(await sequences(journal, 'two')).toEqual(range(3, 1501));
      expect(await refusal(journal.copy('one', 'three'))).toBe('missing');
      expect(await refusal(journal.copy('two', 'two'))).toBe('exists');
    });
  });

  describe(`${name}, listing`, () => {
    test.each([1, 7, 50, 1000])('shows every stream once, newest first, in pages of %i', async (limit) => {
      await using journal = await open();
      await fill(journal, 60);
      expect(await names(journal, { limit })).toEqual(expected(60, () => true));
    });

    test('is narrowed by folder and by what was put away', async () => {
      await using journal = await open();
      await fill(journal, 60);
      const all = { limit: 4 };
      expect(await names(journal, { ...all, where: { cwd: '/odd' } })).toEqual(expected(60, (n) => n % 2 === 1));
      expect(await names(journal, { ...all, where: { archived: true } })).toEqual(expected(60, (n) => n % 5 === 0));
      expect(await names(journal, { ...all, where: { archived: false } })).toEqual(expected(60, (n) => n % 5 !== 0));
      const both = { cwd: '/even', archived: true };
      expect(await names(journal, { ...all, where: both })).toEqual(expected(60, (n) => n % 10 === 0));
      expect(await names(journal, { ...all, where: { cwd: '/none' } })).toEqual([]);
    });

    test('goes on where it was while streams come, go and change', async () => {
      await using journal = await open();
      await fill(journal, 30);
      const before = expected(30, () => true);
      const { streams, next = '' } = await journal.list({ limit: 10 });
      await journal.delete(streams.at(-1)?.stream ?? '');
      await journal.delete(before[12] ?? '');
      await journal.create('new', { metadata: { updatedAt: 1000 } });
      await journal.patch(before[3] ?? '', { updatedAt: 2000 });
      const rest = (await journal.list({ limit: 100, cursor: next })).streams.map(({ stream }) => stream);
      expect(rest).toEqual(before.slice(10).filter((stream) => stream !== before[12]));
    });

    test('moves a stream to the front when it is updated, and only then', async () => {
      await using journal = await open();
      await fill(journal, 3);
      await journal.append('s1', [1]);
      await journal.patch('s1', { title: 'x' });
      expect(await names(journal, {})).toEqual(['s3', 's2', 's1']);
      await journal.append('s1', [2], { patch: { updatedAt: 50 } });
      expect(await names(journal, {})).toEqual(['s1', 's3', 's2']);
    });

    test.each(['', 'x', '1', '1_', '_1', '1_1_1', '1e3_4'])(
      'refuses the cursor "%s", which it never gave',
      async (cursor) => {
        await using journal = await open();
        expect(await refusal(journal.list({ cursor }))).toBe('invalid');
      },
    );
  });

  describe(`${name}, listing by label`, () => {
    test.each([1, 7, 1000])('shows every stream that has it once, newest first, in pages of %i', async (limit) => {
      await using journal = await open();
      await fillLabelled(journal, 60);
      const listed = (label: string): Promise<string[]> => names(journal, { limit, where: { label } });
      expect(await listed('third')).toEqual(expected(60, (n) => n % 3 === 0));
      expect(await listed('fourth')).toEqual(expected(60, (n) => n % 4 === 0));
      expect(await listed('fifth')).toEqual([]);
      expect(await listed('thir')).toEqual([]);
    });

    test('is narrowed by folder and by what was put away as well', async () => {
      await using journal = await open();
      await fillLabelled(journal, 60);
      const listed = (where: object): Promise<string[]> =>
        names(journal, { limit: 2, where: { label: 'third', ...where } });
      expect(await listed({ cwd: '/odd' })).toEqual(expected(60, (n) => n % 6 === 3));
      expect(await listed({ archived: true })).toEqual(expected(60, (n) => n % 15 === 0));
      expect(await listed({ archived: false })).toEqual(expected(60, (n) => n % 3 === 0 && n % 5 !== 0));
      expect(await listed({ cwd: '/even', archived: true })).toEqual(expected(60, (n) => n % 30 === 0));
    });

    test('follows every change of labels, time, folder and archive', async () => {
      await using journal = await open();
      const listed = (where: object): Promise<string[]> => names(journal, { where });
      await journal.create('one', { metadata: { labels: ['a', 'b'], cwd: '/x', updatedAt: 1 } });
      await journal.create('two', { metadata: { labels: ['b'], updatedAt: 2 } });
      expect(await listed({ label: 'b' })).toEqual(['two', 'one']);
      await journal.patch('one', { updatedAt: 3 });
      expect(await listed({ label: 'b' })).toEqual(['one', 'two']);
      await journal.append('two', [1], { patch: { labels: ['a', 'c'], cwd: '/x', archived: true } });
      expect(await listed({ label: 'b' })).toEqual(['one']);
      expect(await listed({ label: 'a' })).toEqual(['one', 'two']);
      expect(await listed({ label: 'a', cwd: '/x', archived: true })).toEqual(['two']);
      await journal.patch('one', { labels: null, title: 'One' });
      expect((await journal.get('one'))?.metadata).toEqual({ cwd: '/x', updatedAt: 3, title: 'One' });
      expect(await listed({ label: 'a' })).toEqual(['two']);
      await journal.patch('two', { title: 'Two', cwd: null });
      expect(await listed({ label: 'a', cwd: '/x' })).toEqual([]);
      expect(await listed({ label: 'c' })).toEqual(['two']);
      await journal.patch('two', { labels: [] });
      expect((await journal.get('two'))?.metadata.labels).toEqual([]);
      expect(await listed({ label: 'c' })).toEqual([]);
    });

    test('keeps the labels as they were when the append that changes them is refused', async () => {
      await using journal = await open();
      await journal.create('one', { metadata: { labels: ['a'] } });
      const patch = { labels: ['b'] };
      expect(await refusal(journal.append('one', [1], { expectedLast: 7, patch }))).toBe('conflict');
      await journal.fence('one');
      expect(await refusal(journal.append('one', [1], { patch }))).toBe('fenced');
      expect(await names(journal, { where: { label: 'a' } })).toEqual(['one']);
      expect(await names(journal, { where: { label: 'b' } })).toEqual([]);
    });

    test('shows a copy with the labels of its origin or those it was given, and no stream that was deleted', async () => {
      await using journal = await open();
      await journal.create('one', { metadata: { labels: ['a'] } });
      await journal.copy('one', 'two', { patch: { updatedAt: 1 } });
      await journal.copy('one', 'three', { patch: { labels: ['b'] } });
      await journal.copy('one', 'four', { patch: { labels: null } });
      expect(await names(journal, { where: { label: 'a' } })).toEqual(['one', 'two']);
      expect(await names(journal, { where: { label: 'b' } })).toEqual(['three']);
      await journal.delete('one');
      await journal.create('one');
      expect(await names(journal, { where: { label: 'a' } })).toEqual(['two']);
    });

    test('distinguishes labels by every character', async () => {
      await using journal = await open();
      const labels = [
        'a',
        'A',
        ' a',
        'a ',
        'é',
        'e\u0301',
        '"',
        '\\',
        "'",
        '%',
        '_',
        '\n',
        '\u0001',
        '😀',
        '1',
        'x'.repeat(256),
      ];
      await Promise.all(labels.map((label, n) => journal.create(`s${n}`, { metadata: { labels: [label] } })));
      for (const [n, label] of labels.entries())
        expect(await names(journal, { where: { label } }), label).toEqual([`s${n}`]);
      const { metadata } = await journal.create('all', { metadata: { labels } });
      expect(metadata.labels).toEqual(labels);
    });

    test('goes on where it was while streams come, go and change', async () => {
      await using journal = await open();
      const where = { label: 'a' };
      for (const n of range(1, 9)) await journal.create(`s${n}`, { metadata: { labels: ['a'], updatedAt: n } });
      const { next = '' } = await journal.list({ where, limit: 3 });
      await journal.create('new', { metadata: { labels: ['a'], updatedAt: 100 } });
      await journal.delete('s7');
      await journal.patch('s5', { labels: ['b'] });
      await journal.patch('s4', { updatedAt: 50 });
      expect((await journal.list({ where, cursor: next })).streams.map(({ stream }) => stream)).toEqual([
        's6',
        's3',
        's2',
        's1',
      ]);
    });

    test('refuses labels that are no labels', async () => {
      await using journal = await open();
      await journal.create('one', { metadata: { labels: ['a'] } });
      const invalid = [
        'a',
        {},
        7,
        true,
        [''],
        [1],
        [null],
        ['a\0'],
        ['\uD800'],
        ['a', 'b', 'a'],
        { 0: 'a', length: 1 },
      ];
      for (const labels of invalid)
        expect(await refusal(journal.patch('one', { labels } as MetadataPatch)), JSON.stringify(labels)).toBe(
          'invalid',
        );
      const tooLarge = [['x'.repeat(257)], range(1, 65).map(String)];
      for (const labels of tooLarge) expect(await refusal(journal.patch('one', { labels }))).toBe('too-large');
      for (const label of ['', 'a\0', '\uD800', 7])
        expect(await refusal(journal.list({ where: { label } as object }))).toBe('invalid');
      expect(await refusal(journal.list({ where: { label: 'x'.repeat(257) } }))).toBe('too-large');
      expect(await refusal(journal.create('two', { metadata: { labels: [''] } }))).toBe('invalid');
      expect(await refusal(journal.copy('one', 'two', { patch: { labels: [''] } }))).toBe('invalid');
      expect(await refusal(journal.append('one', [1], { patch: { labels: [''] } }))).toBe('invalid');
      expect(await journal.get('one')).toMatchObject({ last: 0, metadata: { labels: ['a'] } });
      await journal.patch('one', { labels: range(1, 64).map(String) });
      expect(await names(journal, { where: { label: '64' } })).toEqual(['one']);
    });
  });

  describe(`${name}, asked for the size of a stream`, () => {
    test('counts the events that can be read, and the bytes of their JSON strings', async () => {
      await using journal = await open();
      await journal.create('one');
      expect(await journal.size('one')).toEqual({ events: 0, bytes: 0 });
      const events = [1, 'é', '😀', '\uD800', { a: [null] }, 'x'.repeat(10_000)];
      await journal.append('one', events);
      expect(await journal.size('one')).toEqual({ events: 6, bytes: bytesOf(events) });
      await journal.append('one', [7]);
      await journal.trim('one', { through: 3 });
      const left = [...events.slice(3), 7];
      expect(await journal.size('one')).toEqual({ events: 4, bytes: bytesOf(left) });
      await journal.copy('one', 'two');
      await journal.trim('one', { through: 7 });
      expect(await journal.size('one')).toEqual({ events: 0, bytes: 0 });
      expect(await journal.size('two')).toEqual({ events: 4, bytes: bytesOf(left) });
    });

    test('counts what was appended before, and no other stream', async () => {
      await using journal = await open();
      await Promise.all(['one', 'two'].map((stream) => journal.create(stream)));
      const sizes = await Promise.all([
        journal.append('one', ['abc']),
        journal.size('one'),
        journal.append('two', ['de']),
        journal.size('two'),
      ]);
      expect(sizes).toEqual([
        { first: 1, last: 1 },
        { events: 1, bytes: 5 },
        { first: 1, last: 1 },
        { events: 1, bytes: 4 },
      ]);
    });

    test('says that there is no such stream', async () => {
      await using journal = await open();
      await journal.create('one', { events: [1] });
      await journal.delete('one');
      expect(await refusal(journal.size('one'))).toBe('missing');
      expect(await refusal(journal.size(''))).toBe('invalid');
    });
  });

  describe(`${name}, watched`, () => {
    test('may be left at any time, also twice, and works on', async () => {
      await using journal = await open();
      const watching = [journal.watch(() => undefined), journal.watch(() => undefined)];
      await journal.create('one');
      watching[0]?.[Symbol.dispose]();
      watching[0]?.[Symbol.dispose]();
      expect(await journal.append('one', [1])).toEqual({ first: 1, last: 1 });
    });
  });

  describe(`${name}, with events that are JSON strings already`, () => {
    test('stores and reads them as the values that they stand for, within the same limits', async () => {
      await using journal = await open({ limits: { eventBytes: 20 } });
      const values = [{ a: 'ü\n"' }, 'line\u2028end', null];
      await journal.create('one', { events: [EventText.of(values[0])] });
      await journal.append('one', [EventText.of(values[1]), values[2]]);
      expect((await entries(journal, 'one')).map(({ event }) => event)).toEqual(values);
      expect(await journal.size('one')).toEqual({ events: 3, bytes: bytesOf(values) });
      expect(EventText.of(values[0]).bytes).toBe(bytesOf([values[0]]));
      expect(JSON.stringify(EventText.of(values[0]))).toBe(JSON.stringify(values[0]));
      expect(await refusal(journal.append('one', [EventText.of('x'.repeat(19))]))).toBe('too-large');
      expect(() => EventText.of(undefined)).toThrow(expect.objectContaining({ code: 'invalid' }));
    });
  });

  describe(`${name}, within its limits`, () => {
    test('refuses what is too large, and keeps nothing of it', async () => {
      const limits = {
        eventBytes: 100,
        batchEvents: 10,
        batchBytes: 300,
        metadataBytes: 200,
        pageStreams: 5,
        nameLength: 8,
      };
      await using journal = await open({ limits });
      await journal.create('one');
      const fits = 'é'.repeat(49);
      await journal.append('one', [fits, fits, fits]);
      const tooLarge = [
        journal.append('one', [`${fits}a`]),
        journal.append('one', numbered(11)),
        journal.append('one', [fits, fits, fits, 1]),
        journal.append('one', [1], { patch: { title: 'x'.repeat(200) } }),
        journal.patch('one', { title: 'x'.repeat(200) }),
        journal.create('two', { metadata: { title: 'x'.repeat(200) } }),
        journal.create('two', { events: numbered(11) }),
        journal.copy('one', 'two', { patch: { title: 'x'.repeat(200) } }),
        journal.create('123456789'),
        journal.list({ limit: 6 }),
      ];
      expect(new Set(await Promise.all(tooLarge.map(refusal)))).toEqual(new Set(['too-large']));
      expect(await journal.list({ limit: 5 })).toMatchObject({ streams: [{ stream: 'one', last: 3 }] });
    });

    test('refuses what is no JSON, and no stream', async () => {
      await using journal = await open();
      await journal.create('one');
      const cycle: unknown[] = [];
      cycle.push(cycle);
      const invalid = [
        ...[undefined, () => 1, 1n, Symbol('s'), cycle].map((event) => journal.append('one', [1, event])),
        ...['', 'a\0b', '\uD800', undefined as unknown as string].map((stream) => journal.create(stream)),
        journal.append(true as unknown as string, [1]),
        journal.list({ limit: 0 }),
        journal.list({ limit: Number.NaN }),
        entries(journal, 'one', { after: -1 }),
        entries(journal, 'one', { limit: 0.5 }),
      ];
      expect(new Set(await Promise.all(invalid.map(refusal)))).toEqual(new Set(['invalid']));
      expect(await journal.get('one')).toMatchObject({ last: 0 });
    });
  });

  describe(`${name}, closed`, () => {
    test('finishes what was asked for, and takes nothing more', async () => {
      const journal = await open();
      await journal.create('one');
      const appended = journal.append('one', [1]);
      const closed = journal.close();
      expect(await refusal(journal.append('one', [2]))).toBe('closed');
      expect(await refusal(entries(journal, 'one'))).toBe('closed');
      expect(await refusal(journal.size('one'))).toBe('closed');
      expect(() => journal.watch(() => undefined)).toThrow('The journal was closed.');
      expect(await appended).toEqual({ first: 1, last: 1 });
      await closed;
      await journal.close();
    });
  });
}
