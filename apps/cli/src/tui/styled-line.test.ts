import { array, assert, integer, property, string } from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, test } from 'vitest';

import {
  isSimple,
  breakExactly,
  charactersOf,
  line,
  span,
  textOfLine,
  truncate,
  widthOf,
  widthOfLine,
  wrap,
} from './styled-line.ts';

test('texts that need no Unicode rules have a character of one column in each code unit, beside any other', () => {
  const codes = Array.from({ length: 0x1_00_00 }, (_, code) => String.fromCharCode(code)).filter(isSimple);
  expect(codes.length).toBeGreaterThan(2000);
  const text = codes.map((each) => `a${each}\u276f${each}${each}─${each}`).join('');
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  const expected = Array.from(segmenter.segment(text), ({ segment }) => segment);
  expect(charactersOf(text)).toEqual(expected);
  for (const each of codes)
    if (stringWidth(each) !== 1) expect.soft(each.codePointAt(0)?.toString(16)).toBe('of width 1');
});

describe('wrap', () => {
  test('breaks at spaces, and indents what follows', () => {
    const lines = wrap(line('the red rose of the garden'), 12, { hanging: line('  '), first: line('- ') });
    expect(lines.map(textOfLine)).toEqual(['- the red', '  rose of', '  the garden']);
  });

  test('breaks a word that is longer than a line', () => {
    expect(wrap(line('abcdefghij'), 4).map(textOfLine)).toEqual(['abcd', 'efgh', 'ij']);
  });

  test('counts wide characters twice, and keeps what belongs together', () => {
    expect(wrap(line('玫瑰玫瑰'), 5).map(textOfLine)).toEqual(['玫瑰', '玫瑰']);
    expect(wrap(line('👩‍🌾👩‍🌾'), 2).map(textOfLine)).toEqual(['👩‍🌾', '👩‍🌾']);
  });

  test('never makes a line too wide, and loses nothing but spaces', () => {
    assert(
      property(
        array(string({ unit: 'grapheme', maxLength: 30 }), { maxLength: 5 }),
        integer({ min: 2, max: 30 }),
        (words, width) => {
          const text = words.join(' ').replaceAll(/[\r\n]/gu, '');
          const lines = wrap(line(text), width);
          // What people count as one character is not cut, however wide it is.
          const widest = Math.max(...charactersOf(text).map(widthOf));
          for (const each of lines) expect(widthOfLine(each)).toBeLessThanOrEqual(Math.max(width, widest));
          expect(lines.map(textOfLine).join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
        },
      ),
    );
  });
});

describe('breakExactly', () => {
  test('marks each break, and keeps every space', () => {
    const lines = breakExactly(line('rm  -rf   roses'), 10, { first: line('$ '), hanging: line('  ') });
    expect(lines.map(textOfLine)).toEqual(['$ rm  -rf↩', '     roses']);
  });

  test('leaves room for terminals that draw the parts of a joined emoji one beside the other', () => {
    const family = '\u{1F468}\u200D\u{1F469}\u200D\u{1F467}';
    const lines = breakExactly(line(family.repeat(4)), 14);
    expect(lines.map((each) => charactersOf(textOfLine(each)).length)).toEqual([3, 2]);
  });

  test('never makes a line too wide, and loses nothing at all', () => {
    assert(
      property(string({ unit: 'grapheme', maxLength: 80 }), integer({ min: 6, max: 30 }), (words, width) => {
        const text = words.replaceAll(/[\r\n]/gu, '');
        const lines = breakExactly(line(text), width);
        for (const each of lines) expect(widthOfLine(each)).toBeLessThanOrEqual(width);
        expect(
          lines.map((each, index) => textOfLine(index === lines.length - 1 ? each : each.slice(0, -1))).join(''),
        ).toBe(text);
      }),
    );
  });
});

describe('truncate', () => {
  test('says that something is missing', () => {
    expect(textOfLine(truncate([span('the red '), span('rose')], 9))).toBe('the red …');
    expect(textOfLine(truncate(line('rose'), 4))).toBe('rose');
  });
});

test('widthOf counts columns', () => {
  expect(['rose', '玫', 'é', ''].map(widthOf)).toEqual([4, 2, 1, 0]);
});
