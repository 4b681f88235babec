import { expect, test } from 'vitest';

import { jsonMistake } from './json-mistake.ts';

test.each([
  ['', 'it ends too early'],
  ['{"agents": [', 'it ends too early'],
  ['{"a": 1,\n  "b": x}', 'line 2, column 8'],
  ['{"a": 1,\n}', 'line 2, column 1'],
  ['[1, ]', 'line 1, column 5'],
  ['{not json', 'line 1, column 2'],
  ['{"a" 1}', 'line 1, column 6'],
  ['{"a": 1} x', 'line 1, column 10'],
  ['{"a": "b', 'line 1, column 7'],
  ['[1}', 'line 1, column 3'],
  ['{1: 2}', 'line 1, column 2'],
  ['[01]', 'line 1, column 3'],
])('the mistake of %j is found: %s', (text, words) => {
  expect(() => void JSON.parse(text)).toThrow(SyntaxError);
  expect(jsonMistake(text)).toBe(words);
});

test.each(['{"a":[1,-2.5e3,{"b":[]}],"c":{},"d":"\\u00e9\\n"}', ' [ true , false , null ] ', '"x"', '0'])(
  'no mistake is found before the end of %s',
  (text) => {
    JSON.parse(text);
    expect(jsonMistake(text)).toBe('it ends too early');
  },
);
