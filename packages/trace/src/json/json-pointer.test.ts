import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { joinPath, splitPath, valueAt } from './json-pointer.ts';

describe('a JSON Pointer', () => {
  test('leads to fields and entries', () => {
    expect(valueAt({ a: [{ b: 7 }] }, '/a/0/b')).toBe(7);
    expect(valueAt(7, '')).toBe(7);
  });

  test('leads nowhere where nothing is, also below names that every object has', () => {
    expect(valueAt({ a: 1 }, '/a/b')).toBeUndefined();
    expect(valueAt({}, '/constructor')).toBeUndefined();
  });

  test('takes any key', () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { minLength: 1 }), (keys) => {
        const path = keys.reduce(joinPath, '');
        const root: unknown = keys.reduceRight<unknown>((value, key) => Object.fromEntries([[key, value]]), 'found');
        expect(valueAt(root, path)).toBe('found');
        expect(splitPath(path)).toEqual({ parent: keys.slice(0, -1).reduce(joinPath, ''), key: keys.at(-1) });
      }),
    );
  });
});
