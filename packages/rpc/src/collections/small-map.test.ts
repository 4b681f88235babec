import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { SmallMap } from './small-map.ts';

const key = fc.integer({ min: 0, max: 4 });
const deed = fc.record({ does: fc.constantFrom('add', 'take', 'take', 'take all'), key });

describe('a small map', () => {
  test('holds what a map holds, in the same order', () => {
    fc.assert(
      fc.property(fc.array(deed, { maxLength: 15 }), (deeds) => {
        const small = new SmallMap<number, { readonly key: number }>();
        const map = new Map<number, { readonly key: number }>();
        for (const each of deeds) {
          if (each.does === 'add' && !map.has(each.key)) {
            const value = { key: each.key };
            small.add(each.key, value);
            map.set(each.key, value);
          } else if (each.does === 'take') {
            expect(small.take(each.key)).toBe(map.get(each.key));
            map.delete(each.key);
          } else if (each.does === 'take all') {
            expect(small.takeAll()).toEqual([...map.values()]);
            map.clear();
          }
          const known = [0, 1, 2, 3, 4];
          expect([small.size, small.values(), known.map((one) => small.get(one))]).toEqual([
            map.size,
            [...map.values()],
            known.map((one) => map.get(one)),
          ]);
        }
      }),
    );
  });

  test('tells an entry without a key from no entry', () => {
    const map = new SmallMap<string | undefined, object>();
    expect(map.get(undefined)).toBeUndefined();
    map.add(undefined, {});
    expect(map.size).toBe(1);
    expect(map.get(undefined)).toEqual({});
    expect(map.get('a')).toBeUndefined();
  });
});
