import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { fromBase64, toBase64 } from './base64.ts';

test('bytes come back the same', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
      const text = toBase64(bytes);
      expect(text).toBe(Buffer.from(bytes).toString('base64'));
      expect(fromBase64(text)).toEqual(bytes);
    }),
  );
});

test('many bytes come back the same', () => {
  const bytes = Uint8Array.from({ length: 100_000 }, (_, index) => index % 251);
  expect(fromBase64(toBase64(bytes))).toEqual(bytes);
});

test('characters that do not belong there are passed over, and a broken end is left out', () => {
  expect(new TextDecoder().decode(fromBase64('aGVs\nbG8=  '))).toBe('hello');
  expect(new TextDecoder().decode(fromBase64('aGVsbG8'))).toBe('hello');
  expect(new TextDecoder().decode(fromBase64('aGVsb'))).toBe('hel');
  expect(fromBase64('!')).toEqual(new Uint8Array());
});
