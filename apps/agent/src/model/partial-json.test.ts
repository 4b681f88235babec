import { describe, expect, test } from 'vitest';

import { parsePartialJson } from './partial-json.ts';

const whole = {
  path: '/a "b" \\ ü🌱',
  list: [1, 2.5, true, null, { deep: ['x'] }],
  empty: {},
  last: 'end',
};

describe('the beginning of a JSON text', () => {
  test.each([
    ['', undefined],
    ['  ', undefined],
    ['{', {}],
    ['{"pa', {}],
    ['{"path"', {}],
    ['{"path":', {}],
    ['{"path":"/a', { path: '/a' }],
    ['{"path":"/a\\', { path: '/a' }],
    ['{"path":"/a\\\\', { path: '/a\\' }],
    ['{"path":"/a\\u00', { path: '/a' }],
    ['{"path":"/a","n":1', { path: '/a' }],
    ['{"path":"/a","n":1,', { path: '/a', n: 1 }],
    ['[1,tr', [1]],
    ['[[1],["x', [[1], ['x']]],
    ['nonsense', undefined],
    ['{"a":nonsense', {}],
  ])('%j is read as %j', (text, value) => {
    expect(parsePartialJson(text)).toEqual(value);
  });

  test('is read the same as JSON when it is complete', () => {
    for (const indent of [0, 2]) expect(parsePartialJson(JSON.stringify(whole, undefined, indent))).toEqual(whole);
  });

  test('never throws, and never loses what was there, wherever it is cut', () => {
    const text = JSON.stringify(whole);
    let known = 0;
    for (let end = 0; end <= text.length; end += 1) {
      const value = parsePartialJson(text.slice(0, end));
      const fields = Object.keys(Object(value) as object).length;
      expect(fields).toBeGreaterThanOrEqual(known);
      known = fields;
    }
    expect(known).toBe(4);
  });

  test('is read down to a depth that is enough for arguments, however deep it goes', () => {
    for (const open of ['[', '{"a":']) expect(() => parsePartialJson(open.repeat(100_000))).not.toThrow();
    expect(parsePartialJson(`${'['.repeat(50)}1,`)).toEqual(JSON.parse(`${'['.repeat(50)}1${']'.repeat(50)}`));
  });

  test('cannot change the prototype of anything', () => {
    const value = parsePartialJson('{"__proto__":{"polluted":1},"x":"') as Record<string, unknown>;
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(Object.keys(value)).toEqual(['__proto__', 'x']);
  });
});
