import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { Table, type TableDifference } from './table.ts';

interface Thing {
  readonly id: string;
  readonly value: number;
}

const things = (count: number): Thing[] => Array.from({ length: count }, (_, value) => ({ id: `t${value}`, value }));

describe('a table', () => {
  test('keeps the place of a thing that is replaced', () => {
    const table = Table.from(things(3)).put({ id: 't1', value: 7 });
    expect(table.toArray().map(({ value }) => value)).toEqual([0, 7, 2]);
    expect([table.size, table.at(1), table.at(-1)]).toEqual([3, { id: 't1', value: 7 }, { id: 't2', value: 2 }]);
  });

  test('is the same object when nothing changes', () => {
    const all = things(3);
    const table = Table.from(all);
    expect(all.reduce((same, thing) => same.put(thing), table)).toBe(table);
    expect(table.delete('t9')).toBe(table);
  });

  test('counts places without the things that were removed', () => {
    const table = Table.from(things(4)).delete('t1');
    expect([table.at(1), table.size, table.has('t1'), table.get('t1')]).toEqual([
      { id: 't2', value: 2 },
      3,
      false,
      undefined,
    ]);
  });

  test('puts a thing that comes back at the end', () => {
    const table = Table.from(things(3)).delete('t0').put({ id: 't0', value: 5 });
    expect(table.toArray().map(({ id }) => id)).toEqual(['t1', 't2', 't0']);
  });

  test('says what became of each thing, whatever was done', () => {
    const id = fc.nat({ max: 120 }).map((number) => `t${number}`);
    const step = fc.oneof(fc.record({ put: id }), fc.record({ remove: id }));
    fc.assert(
      fc.property(fc.array(step, { maxLength: 150 }), fc.array(step, { maxLength: 150 }), (first, second) => {
        const [before, model] = run(Table.empty(), new Map(), first);
        const [after, later] = run(before, new Map(model), second);
        expect([...after]).toEqual([...later.values()]);
        expect(sorted(before.differences(after))).toEqual(
          sorted([
            ...[...model.keys()].flatMap((each) => (later.has(each) ? [] : [{ kind: 'removed' as const, id: each }])),
            ...[...later].flatMap(([each, thing]): TableDifference[] => {
              if (model.get(each) === thing) return [];
              return [{ kind: model.has(each) ? 'changed' : 'added', id: each }];
            }),
          ]),
        );
      }),
    );
  });
});

type Step = { readonly put: string } | { readonly remove: string };

function run(
  table: Table<Thing>,
  model: Map<string, Thing>,
  steps: readonly Step[],
): [Table<Thing>, Map<string, Thing>] {
  let after = table;
  for (const [value, step] of steps.entries()) {
    if ('put' in step) {
      const thing = { id: step.put, value };
      after = after.put(thing);
      model.set(thing.id, thing);
    } else {
      after = after.delete(step.remove);
      model.delete(step.remove);
    }
  }
  return [after, model];
}

const sorted = (found: readonly TableDifference[]): TableDifference[] =>
  found.toSorted((left, right) => left.id.localeCompare(right.id));
