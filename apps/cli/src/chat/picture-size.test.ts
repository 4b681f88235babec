import { expect, test } from 'vitest';

import { sizeDoubt } from './picture-size.ts';

function png(width: number, height: number): Uint8Array {
  const bytes = Buffer.alloc(33);
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
}

test('a picture that some models refuse is told of, and any other is not', () => {
  expect(sizeDoubt(png(640, 2001), 'rose.png')).toMatch(/^rose\.png is 640 × 2001 pixels large; /u);
  expect(sizeDoubt(png(2000, 2000), 'rose.png')).toBeUndefined();
  expect(sizeDoubt(Buffer.from('GIF89a and more of it, much more'), 'rose.gif')).toBeUndefined();
  expect(sizeDoubt(png(9000, 1).subarray(0, 20), 'rose.png')).toBeUndefined();
});
