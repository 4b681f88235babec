import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { findLines, lineEndingOf, withEnding } from './lines.ts';

const textOf = (...parts: readonly string[]): fc.Arbitrary<string> =>
  fc.array(fc.constantFrom(...parts), { maxLength: 40 }).map((all) => all.join(''));
const text = textOf('a', 'é', '\n', '\r\n', '\r', '🌷');

describe('lines', () => {
  test('are found as by splitting the text (FS-03)', () => {
    fc.assert(
      fc.property(
        text,
        fc.integer({ min: 1, max: 12 }),
        fc.option(fc.nat(6), { nil: Infinity }),
        (whole, line, limit) => {
          const lines = whole.split(/(?<=\n)/u).filter((each) => each !== '');
          const bytes = Buffer.from(whole);
          const { start, end, total } = findLines(bytes, { line, limit });
          expect(bytes.toString('utf8', start, end)).toBe(lines.slice(line - 1, line - 1 + limit).join(''));
          expect(total).toBe(lines.length);
        },
      ),
      { numRuns: 2000 },
    );
  });

  test.each([
    ['', 'none'],
    ['a', 'none'],
    ['a\nb', 'lf'],
    ['a\r\nb\r\n', 'crlf'],
    ['a\r\nb\n', 'mixed'],
    ['a\rb', 'none'],
  ])('of %j end with %s', (whole, ending) => {
    expect(lineEndingOf(Buffer.from(whole))).toBe(ending);
  });

  test('of a file that end alike still do after a change', () => {
    fc.assert(
      fc.property(textOf('a', '🌷', '\n', '\r\n'), fc.constantFrom('lf' as const, 'crlf' as const), (whole, ending) => {
        const result = withEnding(whole, ending);
        expect(['none', ending]).toContain(lineEndingOf(Buffer.from(result)));
        expect(result.replaceAll('\r\n', '\n')).toBe(whole.replaceAll('\r\n', '\n'));
      }),
    );
  });
});
