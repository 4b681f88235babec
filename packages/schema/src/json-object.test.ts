import { expect, test } from 'vitest';

import { isJsonObject, parseJsonObject } from './json-object.ts';

test.each([
  [{}, true],
  [{ a: 1 }, true],
  [[], false],
  [null, false],
  ['{}', false],
  [undefined, false],
])('%j is an object: %s', (value, expected) => {
  expect(isJsonObject(value)).toBe(expected);
});

test.each([
  ['{"a":1}', { a: 1 }],
  ['[1]', undefined],
  ['null', undefined],
  ['{', undefined],
])('%s is parsed as %j', (text, expected) => {
  expect(parseJsonObject(text)).toEqual(expected);
});
