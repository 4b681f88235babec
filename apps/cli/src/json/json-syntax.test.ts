import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { describeSyntaxError } from './json-syntax.ts';

describe('describeSyntaxError', () => {
  test.each([
    ['', 'the end instead of a value at character 1'],
    ['nope', '"n" instead of a value at character 1'],
    ['undefined', '"u" instead of a value at character 1'],
    ['{"a":', 'the end instead of a value at character 6'],
    ['{"a":1,}', '"}" instead of a key in double quotes at character 8'],
    ["{'a':1}", '"\'" instead of a key in double quotes or } at character 2'],
    ['{"a" 1}', '"1" instead of a colon at character 6'],
    ['{"a":1 "b":2}', '"\\"" instead of a comma or } at character 8'],
    ['[1,]', '"]" instead of a value at character 4'],
    ['[,1]', '"," instead of a value or ] at character 2'],
    ['[1}', '"}" instead of a comma or ] at character 3'],
    ['{} x', '"x" instead of the end of the line at character 4'],
    ['"abc', 'the end instead of a closing quote at character 5'],
    ['"a\tb"', '"\\t" instead of an escape for it at character 3'],
    ['"\\x"', '"x" instead of one of "\\/bfnrtu at character 3'],
    ['"\\u12g4"', '"g" instead of a hex digit at character 6'],
    ['01', '"1" instead of the end of the line at character 2'],
    ['[-]', '"]" instead of a digit at character 3'],
    ['[1.e5]', '"e" instead of a digit at character 4'],
    ['[1e]', '"]" instead of a digit at character 4'],
    ['[1 😀]', '"😀" instead of a comma or ] at character 4'],
  ])('says where %j stops being JSON', (text, sentence) => {
    expect(describeSyntaxError(text)).toBe(sentence);
  });

  test('agrees with JSON.parse about what is JSON', () => {
    const broken = fc
      .tuple(fc.json(), fc.nat(), fc.constantFrom('', ...'{}[],:"\\-0.e+utn 1'.split('')))
      .map(([json, at, piece]) => {
        const cut = at % (json.length + 1);
        return json.slice(0, cut) + piece + json.slice(cut + 1);
      });
    fc.assert(
      fc.property(fc.oneof(fc.json(), broken, fc.string()), (text) => {
        expect(describeSyntaxError(text) === undefined, text).toBe(isJson(text));
      }),
      { numRuns: 2_000 },
    );
  });

  test('finds its way however deep the text is', () => {
    expect(describeSyntaxError('['.repeat(1_000_000))).toBe('the end instead of a value or ] at character 1000001');
  });
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
