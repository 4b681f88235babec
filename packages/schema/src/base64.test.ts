import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { decodeBase64, decodeLenientBase64, encodeBase64 } from './base64.ts';

test('bytes come back the same', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
      const text = encodeBase64(bytes);
      expect(text).toBe(Buffer.from(bytes).toString('base64'));
      expect(decodeBase64(text)).toEqual(bytes);
      expect(decodeLenientBase64(text)).toEqual(bytes);
    }),
  );
});

test('many bytes come back the same', () => {
  const bytes = Uint8Array.from({ length: 100_000 }, (_, index) => index % 251);
  expect(decodeBase64(encodeBase64(bytes))).toEqual(bytes);
});

test('what is not base64 is undefined', () => {
  expect(decodeBase64('!')).toBeUndefined();
  expect(decodeBase64('aGVsb')).toBeUndefined();
});

test('the lenient decoder skips other characters and leaves an incomplete end out', () => {
  expect(new TextDecoder().decode(decodeLenientBase64('aGVs\nbG8=  '))).toBe('hello');
  expect(new TextDecoder().decode(decodeLenientBase64('aGVsbG8'))).toBe('hello');
  expect(new TextDecoder().decode(decodeLenientBase64('aGVsb'))).toBe('hel');
  expect(decodeLenientBase64('!')).toEqual(new Uint8Array());
});
