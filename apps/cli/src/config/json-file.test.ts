import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { parseSettings, withoutComments } from './json-file.ts';

describe('withoutComments', () => {
  test('takes out comments and last commas, and leaves every line where it is', () => {
    const text = '{ // one\n "a": "// no comment, }", /* two\n lines */ "b": [1, 2, ], // end\n}';
    const plain = withoutComments(text);
    expect(JSON.parse(plain)).toEqual({ a: '// no comment, }', b: [1, 2] });
    expect(plain.split('\n')).toHaveLength(text.split('\n').length);
  });

  test('leaves JSON as it is', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(withoutComments(text)).toBe(text);
      }),
    );
  });
});

describe('parseSettings', () => {
  test('names the file and the place, and quotes no more than one character', () => {
    expect(() => parseSettings('{ "key": geheim }', 'x.json')).toThrow(/^x\.json is not JSON: "g" instead of a value/u);
  });

  test('refuses a key that is there twice, with both lines, whatever comments are between', () => {
    const text = '{ // one\n "allow": [], /* two\n lines */ "x": { "a": 1, },\n "allow": ["fs"] }';
    expect(() => parseSettings(text, 'x.json')).toThrow(
      'x.json, line 4: "allow" is there again, after line 2; remove one of them',
    );
  });
});
