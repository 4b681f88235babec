/** Which appends share a statement, and what becomes of them. */
import { expect, test } from 'vitest';

import type { AppendParams } from '../store/store.ts';
import { settleRun, takeBatch, type PendingAppend, type Run } from './append-batch.ts';

/** An append that notes how it ended. */
function pending(params: Partial<AppendParams>, outcomes: unknown[] = []): PendingAppend {
  return {
    params: { stream: 's', at: 1, texts: ['1'], ...params },
    resolve: (result) => outcomes.push(result),
    reject: (error) => outcomes.push((error as { readonly code: string }).code),
  };
}

const taken = (runs: readonly Run[]): readonly (readonly [stream: string, appends: number])[] =>
  runs.map(({ stream, appends }) => [stream, appends.length]);

test('takes everything that waits, as one run for each stream', () => {
  const waiting = ['a', 'b', 'a', 'c', 'a'].map((stream) => pending({ stream }));
  expect(taken(takeBatch(waiting))).toEqual([
    ['a', 3],
    ['b', 1],
    ['c', 1],
  ]);
  expect(waiting).toEqual([]);
});

test('ends with the append that reaches 2,000 events or 4 MiB', () => {
  const many = Array.from({ length: 2700 }, () => pending({}));
  expect(taken(takeBatch(many))).toEqual([['s', 2000]]);
  expect(many).toHaveLength(700);
  const large = Array.from({ length: 3 }, () => pending({ texts: ['x'.repeat(3 * 1024 * 1024)] }));
  expect(taken(takeBatch(large))).toEqual([['s', 2]]);
  const one = [pending({ texts: Array<string>(10_000).fill('1') }), pending({})];
  expect(taken(takeBatch(one))).toEqual([['s', 1]]);
  expect(one).toHaveLength(1);
});

test('holds back what depends on the fate of the appends before it, and all of its stream behind it', () => {
  const waiting = [
    pending({ stream: 'a' }),
    pending({ stream: 'a', expectedLast: 1 }),
    pending({ stream: 'a' }),
    pending({ stream: 'b', token: 1 }),
    pending({ stream: 'b', token: 2 }),
    pending({ stream: 'c', patch: '{}' }),
    pending({ stream: 'c' }),
    pending({ stream: 'd' }),
  ];
  expect(taken(takeBatch(waiting))).toEqual([
    ['a', 1],
    ['b', 1],
    ['c', 1],
    ['d', 1],
  ]);
  expect(taken(takeBatch(waiting))).toEqual([
    ['a', 2],
    ['b', 1],
    ['c', 1],
  ]);
});

test('takes appends that expect each other', () => {
  const waiting = [
    pending({ expectedLast: 4, texts: ['1', '2'] }),
    pending({ expectedLast: 6 }),
    pending({}),
    pending({ expectedLast: 8 }),
    pending({ expectedLast: 8 }),
  ];
  expect(taken(takeBatch(waiting))).toEqual([['s', 4]]);
});

test('numbers the appends of a run one after the other', () => {
  const outcomes: unknown[] = [];
  const appends = [['1', '2'], [], ['3']].map((texts) => pending({ texts }, outcomes));
  expect(settleRun({ stream: 's', appends, events: 3 }, { id: 1, owner: 0, last: 7 })).toEqual([]);
  expect(outcomes).toEqual([
    { first: 8, last: 9 },
    { first: 10, last: 9 },
    { first: 10, last: 10 },
  ]);
});

test('refuses a whole run without stream or owner, and tries the others again if one expected another end', () => {
  const settled = (params: Partial<AppendParams>, id: number): unknown => {
    const outcomes: unknown[] = [];
    const appends = [pending(params, outcomes), pending({}, outcomes)];
    const again = settleRun({ stream: 's', appends, events: 2 }, { id, owner: 0, last: 7 });
    return [again.length, ...outcomes];
  };
  expect(settled({}, 0)).toEqual([0, 'missing', 'missing']);
  expect(settled({ token: 3 }, 1)).toEqual([0, 'fenced', 'fenced']);
  expect(settled({ expectedLast: 3 }, 1)).toEqual([1, 'conflict']);
});
