import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { decodeUtf8 } from './utf8.ts';

test('reads what was written, whatever it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(decodeUtf8(new TextEncoder().encode(text))).toBe(text);
    }),
  );
});

test('refuses exactly what TextDecoder refuses', () => {
  const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const outcome = (decode: (bytes: Uint8Array) => string, bytes: Uint8Array): string | undefined => {
    try {
      return decode(bytes);
    } catch {
      return undefined;
    }
  };
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 12 }), (bytes) => {
      expect(outcome(decodeUtf8, bytes)).toBe(outcome((each) => strict.decode(each), bytes));
    }),
    { numRuns: 1000 },
  );
});

test('reads a part of a larger buffer', () => {
  const bytes = new TextEncoder().encode('vor grün nach');
  expect(decodeUtf8(bytes.subarray(4, 9))).toBe('grün');
});
