import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { Dictionary } from './dictionary.ts';

const key = fc.oneof(fc.constantFrom('a', 'b', '', '__proto__', 'constructor'), fc.string({ maxLength: 2 }));
const steps = fc.array(fc.oneof(fc.record({ key, value: fc.nat() }), fc.record({ key })), { maxLength: 300 });

describe('a dictionary', () => {
  test.each([
    ['all hashes differ', undefined],
    ['some keys share a hash', (word: string): number => word.length],
    ['hashes differ in the last bits only', (word: string): number => ((word.charCodeAt(0) % 4) << 30) >>> 0],
  ])('answers as a map does, whatever is set and removed, when %s', (_, hash) => {
    fc.assert(
      fc.property(steps, (taken) => {
        const map = new Map<string, number>();
        let dictionary = Dictionary.empty<number>(hash);
        for (const each of taken) {
          if ('value' in each) {
            map.set(each.key, each.value);
            dictionary = dictionary.set(each.key, each.value);
          } else {
            map.delete(each.key);
            dictionary = dictionary.delete(each.key);
          }
          expect(dictionary.get(each.key)).toBe(map.get(each.key));
        }
        for (const [each, value] of map) expect(dictionary.get(each)).toBe(value);
      }),
    );
  });

  test('leaves the one before as it was', () => {
    const keys = Array.from({ length: 5000 }, (_, index) => `key-${index}`);
    const whole = keys.reduce((before, each, index) => before.set(each, index), Dictionary.empty<number>());
    const half = keys.reduce((before, each, index) => (index % 2 === 0 ? before.delete(each) : before), whole);
    expect(keys.filter((each, index) => whole.get(each) !== index)).toEqual([]);
    expect(keys.filter((each, index) => half.get(each) !== (index % 2 === 0 ? undefined : index))).toEqual([]);
  });

  test('stays the same object when the key to remove is not there', () => {
    const dictionary = Dictionary.empty<number>().set('a', 1);
    expect(dictionary.delete('b')).toBe(dictionary);
    const empty = Dictionary.empty();
    expect(empty.delete('b')).toBe(empty);
  });
});
