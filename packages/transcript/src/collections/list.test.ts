import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { List } from './list.ts';

const counted = (length: number): List<number> => List.from(Array.from({ length }, (_, index) => index));

describe('a list', () => {
  test.each([0, 1, 31, 32, 33, 1023, 1024, 1056, 1057, 32_800, 40_000])('holds %i items in order', (length) => {
    const list = counted(length);
    const array = Array.from({ length }, (_, index) => index);
    expect(list.length).toBe(length);
    expect([...list]).toEqual(array);
    expect(list.toArray()).toBe(list.toArray());
    for (const index of [0, 31, 32, length - 1, length, -1, -length, -length - 1]) {
      expect(list.at(index)).toBe(array.at(index));
    }
  });

  test('replaces any item and leaves the list before as it was', () => {
    const before = counted(1200);
    for (let index = 0; index < before.length; index += 1) {
      const after = before.set(index, -1);
      expect([after.at(index), before.at(index)]).toEqual([-1, index]);
      expect(before.differences(after)).toEqual([index]);
    }
    expect([...before]).toEqual(Array.from({ length: 1200 }, (_, index) => index));
  });

  test('cannot replace what it does not have', () => {
    expect(() => counted(3).set(3, 0)).toThrow(RangeError);
    expect(() => counted(3).set(-1, 0)).toThrow(RangeError);
  });

  test('goes on from any earlier list without disturbing what was added to it', () => {
    const before = counted(1056);
    const [left, right] = [before.push(-1), before.push(-2)];
    expect([before.length, left.at(-1), right.at(-1)]).toEqual([1056, -1, -2]);
  });

  test('tells where a later list differs, and nothing else', () => {
    const change = fc.oneof(fc.record({ push: fc.constant(true) }), fc.record({ set: fc.nat() }));
    fc.assert(
      fc.property(fc.nat({ max: 2200 }), fc.array(change, { maxLength: 80 }), (length, changes) => {
        const before = counted(length);
        const expected = new Set<number>();
        let after = before;
        for (const each of changes) {
          if ('push' in each) {
            expected.add(after.length);
            after = after.push(-1);
          } else if (after.length > 0) {
            const index = each.set % after.length;
            expected.add(index);
            after = after.set(index, -2);
          }
        }
        expect(before.differences(after)).toEqual([...expected].toSorted((left, right) => left - right));
      }),
      { numRuns: 60 },
    );
  });
});
