import { expect, test } from 'vitest';

import { isNestedDeeper } from './json-depth.ts';

test.each([
  ['{"a": [1, [2]]}', 3, false],
  ['{"a": [1, [2]]}', 2, true],
  ['[[], [], []]', 2, false],
  [String.raw`["[[[", "\"[[[", "\\"]`, 1, false],
  [String.raw`["\\", [1]]`, 1, true],
  ['"', 0, false],
])('%s is nested deeper than %i levels: %s', (text, levels, expected) => {
  expect(isNestedDeeper(text, levels)).toBe(expected);
});
