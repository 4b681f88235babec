import { expect, test } from 'vitest';

import { findRepeatedKey } from './repeated-key.ts';

test.each([
  ['{"a":1,"b":2,"a":3}', { key: 'a', line: 1, firstLine: 1 }],
  ['{\n"a":1,\n"x":[{"a":1},{"b":{"c":1,\n"c":{}}}]}', { key: 'c', line: 4, firstLine: 3 }],
  [String.raw`{"deny":1,` + '\r\n' + String.raw`"d\u0065ny":2}`, { key: 'deny', line: 2, firstLine: 1 }],
  [String.raw`{"a\"":"{\"a\":1,\"a\":2}","a\"":1}`, { key: 'a"', line: 1, firstLine: 1 }],
  ['{"__proto__":1,"constructor":2,"__proto__":3}', { key: '__proto__', line: 1, firstLine: 1 }],
  ['{"":1,"":2}', { key: '', line: 1, firstLine: 1 }],
])('%s has a key twice', (text, expected) => {
  JSON.parse(text);
  expect(findRepeatedKey(text)).toEqual(expected);
});

test.each(['{}', '"a"', '["a","a"]', '{"a":"a","b":"a"}', '{"a":{"a":{"a":["a","a",{"a":1}]}},"b":[{"a":1},{"a":1}]}'])(
  '%s has no key twice',
  (text) => {
    expect(findRepeatedKey(text)).toBeUndefined();
  },
);

test('a long text is looked through once', () => {
  expect(findRepeatedKey(`{"a":"${'x'.repeat(5_000_000)}","a":1}`)).toMatchObject({ key: 'a' });
});
