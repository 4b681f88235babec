import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { WaitingList } from './waiting-list.ts';

test('items leave in the order in which they came, and those that were taken out do not', () => {
  const list = new WaitingList<string>();
  for (const each of ['a', 'b', 'c', 'd']) list.add(each);
  expect([list.delete('b'), list.delete('b'), list.delete('x')]).toEqual([true, false, false]);
  expect([list.size, list.all()]).toEqual([3, ['a', 'c', 'd']]);
  expect([list.take(), list.take(), list.take(), list.take(), list.size]).toEqual(['a', 'c', 'd', undefined, 0]);
});

test('it is what a set is, for any sequence of work', () => {
  const work = fc.array(fc.oneof(fc.constant('take' as const), fc.constant('add' as const), fc.nat(40)), {
    maxLength: 300,
  });
  fc.assert(
    fc.property(work, (steps) => {
      const list = new WaitingList<{ readonly n: number }>();
      const set = new Set<{ readonly n: number }>();
      const made: { readonly n: number }[] = [];
      for (const step of steps) {
        if (step === 'add') {
          const item = { n: made.length };
          made.push(item);
          list.add(item);
          set.add(item);
        } else if (step === 'take') {
          const [first] = set;
          if (first !== undefined) set.delete(first);
          expect(list.take()).toBe(first);
        } else {
          const item = made[step];
          if (item !== undefined) expect(list.delete(item)).toBe(set.delete(item));
        }
        expect([list.size, list.all()]).toEqual([set.size, [...set]]);
      }
    }),
  );
});
