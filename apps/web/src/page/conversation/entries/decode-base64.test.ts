import { expect, test } from 'vitest';

import { decodeBase64 } from './decode-base64.ts';

test('bytes are read from both alphabets of Base64', () => {
  expect([...(decodeBase64('+/8=') ?? [])]).toEqual([251, 255]);
  expect([...(decodeBase64('-_8') ?? [])]).toEqual([251, 255]);
  expect([...(decodeBase64('') ?? [1])]).toEqual([]);
});

test.each(['a', '====', 'ab=c', 'a b$', 'é'])('what is not Base64 is no file, and no error: %s', (text) => {
  expect(decodeBase64(text)).toBeUndefined();
});
