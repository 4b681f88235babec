import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { isBoundary, lines } from './arbitraries.test-support.ts';
import {
  characterOf,
  chooseEncoding,
  columnOf,
  fromWirePosition,
  toWirePosition,
  toWireRange,
  fromWireRange,
} from './position-encoding.ts';
import { Text } from './text.ts';

const encodings = ['utf-16', 'utf-8', 'utf-32'] as const;

/** What the platform says a text is long. */
const lengths = {
  'utf-16': (text: string): number => text.length,
  'utf-8': (text: string): number => new TextEncoder().encode(text).length,
  'utf-32': (text: string): number => Array.from(text).length,
};

describe.each(encodings)('%s', (encoding) => {
  test('counts what comes before as the platform does', () => {
    fc.assert(
      fc.property(lines, fc.nat(), (line, wanted) => {
        const column = wanted % (line.length + 1);
        fc.pre(isBoundary(line, column));
        expect(characterOf(line, column, encoding)).toBe(lengths[encoding](line.slice(0, column)));
      }),
    );
  });

  test('comes back from every place', () => {
    fc.assert(
      fc.property(lines, fc.nat(), (line, wanted) => {
        const column = wanted % (line.length + 1);
        fc.pre(isBoundary(line, column));
        expect(columnOf(line, characterOf(line, column, encoding), encoding)).toBe(column);
      }),
    );
  });

  test('means the beginning of a character by what is inside it, and the end of a line by what is beyond', () => {
    fc.assert(
      fc.property(lines, fc.nat({ max: 200 }), (line, character) => {
        const column = columnOf(line, character, encoding);
        expect(isBoundary(line, column)).toBe(true);
        const counted = characterOf(line, column, encoding);
        expect(counted).toBeLessThanOrEqual(character);
        if (column === line.length) return;
        const next = isBoundary(line, column + 1) ? column + 1 : column + 2;
        expect(characterOf(line, next, encoding)).toBeGreaterThan(character);
      }),
    );
  });
});

describe('positions', () => {
  const text = Text.from('a\u{1F600}b\r\né\n');

  test('count each encoding in its own unit', () => {
    const position = { line: 0, column: 3 };
    expect(encodings.map((encoding) => toWirePosition(text, position, encoding).character)).toEqual([3, 5, 2]);
    expect(encodings.map((encoding) => fromWirePosition(text, { line: 0, character: 2 }, encoding)?.column)).toEqual([
      1, 1, 3,
    ]);
  });

  test('do not count the end of a line', () => {
    expect(fromWirePosition(text, { line: 0, character: 99 }, 'utf-16')).toEqual({ line: 0, column: 4 });
    expect(fromWirePosition(text, { line: 2, character: 99 }, 'utf-8')).toEqual({ line: 2, column: 0 });
  });

  test('have no place in lines that do not exist', () => {
    expect(fromWirePosition(text, { line: 3, character: 0 }, 'utf-16')).toBeUndefined();
  });

  test('that end before they begin are no range', () => {
    const range = { start: { line: 1, character: 0 }, end: { line: 0, character: 0 } };
    expect(fromWireRange(text, range, 'utf-16')).toBeUndefined();
  });

  test('come back as a range', () => {
    const span = { start: { line: 0, column: 1 }, end: { line: 1, column: 1 } };
    for (const encoding of encodings)
      expect(fromWireRange(text, toWireRange(text, span, encoding), encoding)).toEqual(span);
  });
});

describe('the agreement', () => {
  test('is the first of the client that the agent can do', () => {
    expect(chooseEncoding(['utf-32', 'utf-16'], encodings)).toBe('utf-32');
    expect(chooseEncoding(['utf-32', 'utf-16'], ['utf-16', 'utf-8'])).toBe('utf-16');
    expect(chooseEncoding(['utf-32'], ['utf-8'])).toBeUndefined();
    expect(chooseEncoding(undefined, encodings)).toBeUndefined();
  });
});
