import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { LineDecoder } from './line-decoder.ts';

const encoder = new TextEncoder();

/** What comes out of `bytes`, cut at `cuts`, in which each piece is told apart. */
function taken(bytes: Uint8Array, cuts: readonly number[]): string[] {
  const text = new LineDecoder();
  const places = [0, ...cuts.toSorted((left, right) => left - right), bytes.length];
  return places.map((place, index) => text.take(bytes.subarray(place, places[index + 1] ?? bytes.length)));
}

test('lines come out as they were written, wherever their bytes are cut', () => {
  const words = fc.string({ unit: fc.constantFrom('a', 'b', 'ü', '花', '🌷'), maxLength: 4 });
  const line = fc.tuple(words, fc.constantFrom('\n', '\r\n', '\r', 'plain\n'));
  const cuts = fc.array(fc.nat(100), { maxLength: 8 });
  fc.assert(
    fc.property(fc.array(line, { maxLength: 5 }), cuts, (lines, numbers) => {
      const text = lines.flat().join('');
      const bytes = encoder.encode(text);
      const places = numbers.map((number) => number % (bytes.length + 1));
      expect(taken(bytes, places).join('')).toBe(text);
    }),
  );
});

test('what is no UTF-8 becomes a sign for that, and does not disturb what comes after it', () => {
  const bytes = Uint8Array.of(0x61, 0xff, 0x0a, 0x62, 0x0a);
  expect(taken(bytes, []).join('')).toBe('a\u{fffd}\nb\n');
  expect(taken(bytes, [1, 2, 3, 4]).join('')).toBe('a\u{fffd}\nb\n');
});

test('a byte order mark counts as nothing at the beginning, and as text elsewhere', () => {
  const bytes = encoder.encode('\u{feff}one\n\u{feff}two\n');
  expect(taken(bytes, []).join('')).toBe('one\n\u{feff}two\n');
  expect(taken(bytes, [2, 7, 8]).join('')).toBe('one\n\u{feff}two\n');
});

test('a line of ASCII comes when it has ended, and the end of a line comes at once', () => {
  expect(taken(encoder.encode('abc\nd'), [1, 2])).toEqual(['', '', 'abc\n', '']);
});
