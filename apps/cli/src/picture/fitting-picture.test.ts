import { deflateSync } from 'node:zlib';

import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { fittingPicture, scaledDown } from './fitting-picture.ts';
import { pictureSize } from './picture-size.ts';
import { readPng, writePng, type Pixels } from './png.ts';

const pixels = (width: number, height: number, colour: (x: number, y: number) => readonly number[]): Pixels => ({
  width,
  height,
  row: (y) => Uint8Array.from(Array.from({ length: width }, (_, x) => colour(x, y)).flat()),
});

const rowsOf = ({ height, row }: Pixels): readonly number[][] => Array.from({ length: height }, (_, y) => [...row(y)]);

interface Form {
  readonly width: number;
  readonly height?: number;
  readonly depth: number;
  readonly colour: number;
  readonly row: readonly number[];
  readonly more?: Buffer;
}

/** A PNG of one row in any form; nothing checks its checksums. */
function png(form: Form): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(form.width, 0);
  head.writeUInt32BE(form.height ?? 1, 4);
  head.set([form.depth, form.colour], 8);
  const chunk = (type: string, data: Buffer): Buffer => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    return Buffer.concat([length, Buffer.from(type), data, Buffer.alloc(4)]);
  };
  const data = deflateSync(Buffer.from(form.row));
  const parts = [
    chunk('IHDR', head),
    form.more ?? Buffer.alloc(0),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ];
  return Buffer.concat([Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1'), ...parts]);
}

const palette = Buffer.concat([
  Buffer.from([0, 0, 0, 6]),
  Buffer.from('PLTE'),
  Buffer.from([1, 2, 3, 4, 5, 6, 0, 0, 0, 0]),
]);

describe('a PNG', () => {
  test('is read as it was written', async () => {
    const bytes = fc.uint8Array({ minLength: 48, maxLength: 48 });
    await fc.assert(
      fc.asyncProperty(bytes, async (data) => {
        const written = pixels(4, 3, (x, y) => [...data.subarray(4 * (4 * y + x), 4 * (4 * y + x) + 4)]);
        const read = await readPng(await writePng(written));
        expect(rowsOf(read as Pixels)).toEqual(rowsOf(written));
      }),
      { numRuns: 30 },
    );
  });

  test.each([
    ['grey', { depth: 8, colour: 0, width: 2, row: [0, 7, 9] }, [7, 7, 7, 255, 9, 9, 9, 255]],
    ['one bit of grey', { depth: 1, colour: 0, width: 3, row: [0, 0b101_00000] }, [255, 255, 255, 255, 0, 0, 0, 255]],
    ['grey and alpha', { depth: 8, colour: 4, width: 1, row: [0, 7, 9] }, [7, 7, 7, 9]],
    ['sixteen bits', { depth: 16, colour: 2, width: 1, row: [0, 1, 99, 2, 99, 3, 99] }, [1, 2, 3, 255]],
    ['a palette', { depth: 4, colour: 3, width: 2, row: [0, 0x10], more: palette }, [4, 5, 6, 255, 1, 2, 3, 255]],
    ['the filter to the left', { depth: 8, colour: 0, width: 2, row: [1, 7, 2] }, [7, 7, 7, 255, 9, 9, 9, 255]],
    ['the filter of averages', { depth: 8, colour: 0, width: 2, row: [3, 8, 2] }, [8, 8, 8, 255, 6, 6, 6, 255]],
    ['the filter of Paeth', { depth: 8, colour: 0, width: 2, row: [4, 8, 2] }, [8, 8, 8, 255, 10, 10, 10, 255]],
  ])('is read with %s', async (_, form, row) => {
    const read = await readPng(png(form));
    expect([...(read?.row(0) ?? [])].slice(0, row.length)).toEqual(row);
  });

  test('that is cut off, or no PNG at all, is not read', async () => {
    const whole = await writePng(pixels(9, 9, (x, y) => [x, y, x + y, 255]));
    for (let length = 0; length < whole.length - 16; length += 1)
      expect(await readPng(whole.subarray(0, length))).toBeUndefined();
  });
});

describe('a PNG that says more than it has', () => {
  test.each([
    ['wide', 100_000, 1],
    ['high', 1, 100_000],
  ])('is not unpacked where it is too %s, and is told of', async (_, width, height) => {
    const row = Array.from({ length: height * (Math.ceil(width / 8) + 1) }, () => 0);
    const large = png({ width, height, depth: 1, colour: 0, row });
    expect(await readPng(large)).toBeUndefined();
    const { data, note } = await fittingPicture(large, 'rose.png');
    expect(data).toBe(large);
    expect(note).toBe(
      `rose.png is ${width} × ${height} pixels large; some models refuse images above 2000, so make it smaller if yours does.`,
    );
  });

  test('is read in one go, whatever the number of its chunks', async () => {
    const empty = Buffer.concat([Buffer.alloc(4), Buffer.from('IDAT'), Buffer.alloc(4)]);
    const more = Buffer.concat(Array.from({ length: 50_000 }, () => empty));
    const read = await readPng(png({ depth: 8, colour: 0, width: 1, row: [0, 7], more }));
    expect([...(read?.row(0) ?? [])]).toEqual([7, 7, 7, 255]);
    // It takes milliseconds; when the work grew with the square, the better part of a minute.
  }, 15_000);
});

describe('a picture that is scaled down', () => {
  test('keeps one colour everywhere, whatever the sizes are', () => {
    const side = fc.integer({ min: 1, max: 40 });
    fc.assert(
      fc.property(side, side, fc.double({ min: 0.05, max: 1, noNaN: true }), (width, height, factor) => {
        const small = scaledDown(
          pixels(width, height, () => [10, 20, 30, 255]),
          factor,
        );
        for (let y = 0; y < small.height; y += 1)
          expect([...small.row(y)]).toEqual(Array.from({ length: small.width }, () => [10, 20, 30, 255]).flat());
      }),
    );
  });

  test('is the average of what each pixel covers; what is not seen has no colour', () => {
    const three = pixels(
      3,
      1,
      (x) =>
        [
          [0, 0, 0, 255],
          [90, 90, 90, 255],
          [0, 0, 0, 255],
        ][x] ?? [],
    );
    expect([...scaledDown(three, 2 / 3).row(0)]).toEqual([30, 30, 30, 255, 30, 30, 30, 255]);
    const half = pixels(
      2,
      1,
      (x) =>
        [
          [200, 0, 0, 255],
          [0, 200, 0, 0],
        ][x] ?? [],
    );
    expect([...scaledDown(half, 0.5).row(0)]).toEqual([200, 0, 0, 128]);
  });
});

test('a large PNG is sent smaller, and said so', async () => {
  const large = await writePng(pixels(2500, 10, () => [1, 2, 3, 255]));
  const { data, note } = await fittingPicture(large, 'rose.png');
  expect(pictureSize(data)).toEqual({ width: 2000, height: 8 });
  expect(note).toBe(
    'rose.png is sent with 2000 × 8 pixels instead of 2500 × 10, because some models refuse larger images.',
  );
  expect(await fittingPicture(data, 'rose.png')).toEqual({ data, note: undefined });
});

const jpeg = Buffer.concat([
  Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff, 0xff, 0xc0, 0, 11, 8, 0x10, 0, 0x20, 0]),
  Buffer.alloc(20),
]);
const webp = (kind: string, at: number, bytes: readonly number[]): Buffer => {
  const data = Buffer.alloc(40);
  data.write(`RIFF....WEBP${kind}`, 'latin1');
  data.set(bytes, at);
  return data;
};

test.each([
  ['JPEG', jpeg, '8192 × 4096'],
  ['WebP with more to it', webp('VP8X', 24, [0xff, 0x1f, 0, 0xff, 0x0f, 0]), '8192 × 4096'],
  ['WebP', webp('VP8 ', 26, [0, 0x20, 0, 0x10]), '8192 × 4096'],
  ['WebP without loss', webp('VP8L', 21, [0xff, 0xdf, 0xff, 0x03]), '8192 × 4096'],
  ['GIF', Buffer.from(`GIF89a\u0000\u0020\u0000\u0010${' '.repeat(30)}`, 'latin1'), '8192 × 4096'],
])('a large %s stays as it is, and is told of', async (_, data, size) => {
  const fitting = await fittingPicture(data, 'rose');
  expect(fitting.data).toBe(data);
  expect(fitting.note).toBe(
    `rose is ${size} pixels large; some models refuse images above 2000, so make it smaller if yours does.`,
  );
});
