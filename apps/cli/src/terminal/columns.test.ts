import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { layOut, wrap } from './columns.ts';

describe('layOut', () => {
  test('aligns columns and continues a long cell below itself', () => {
    const rows = [
      [{ text: 'name' }, { text: 'what it is for, in words' }],
      [{ text: 'longer' }, { text: 'x' }],
    ];
    expect(layOut(rows, { width: 26, indent: 2 })).toEqual([
      '  name    what it is for,',
      '          in words',
      '  longer  x',
    ]);
  });

  test('paints text but not the spaces between columns', () => {
    const rows = [
      [{ text: 'a', paint: (text: string) => `<${text}>` }, { text: 'b' }],
      [{ text: 'abc' }, { text: 'c' }],
    ];
    expect(layOut(rows, { width: 40, indent: 0 })).toEqual(['<a>    b', 'abc  c']);
  });

  test('leaves no spaces at the end of a line', () => {
    expect(
      layOut(
        [
          [{ text: 'a' }, { text: '' }],
          [{ text: '' }, { text: '' }],
        ],
        { width: 40, indent: 2 },
      ),
    ).toEqual(['  a', '']);
  });

  test('has no lines for no rows', () => {
    expect(layOut([], { width: 40, indent: 2 })).toEqual([]);
  });
});

describe('wrap', () => {
  test('breaks long words after a dot', () => {
    expect(wrap('nes.events.document.didOpen', 20)).toEqual(['nes.events.document.', 'didOpen']);
  });

  test('keeps every character but spaces at breaks, in lines no longer than asked', () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 1, max: 30 }), (text, width) => {
        const lines = wrap(text, width);
        expect(lines.join('').replaceAll(/[ \n]/gu, '')).toBe(text.replaceAll(/[ \n]/gu, ''));
        for (const line of lines) expect(line.length).toBeLessThanOrEqual(width);
      }),
    );
  });
});
