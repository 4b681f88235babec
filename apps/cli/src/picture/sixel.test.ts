import { PNG } from 'pngjs';
import { describe, expect, test } from 'vitest';

import type { Pixels } from './png.ts';
import { SixelTerminal } from './sixel-terminal.ts';
import { sixelCode, sixelPicture } from './sixel.ts';

const cell = { width: 8, height: 16 };
const space = { columns: 60, rows: 20 };

/** An image from a function of the position. */
function imageOf(width: number, height: number, colourAt: (x: number, y: number) => readonly number[]): PNG {
  const png = new PNG({ width, height });
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) png.data.set(colourAt(x, y), 4 * (y * width + x));
  return png;
}

const pixelsOf = ({ width, height, data }: PNG): Pixels => ({
  width,
  height,
  row: (y) => data.subarray(4 * width * y, 4 * width * (y + 1)),
});

const base64 = (png: PNG): string => PNG.sync.write(png).toString('base64');

interface Decoded {
  readonly width: number;
  readonly height: number;
  readonly colours: number;
  /** The colour of each pixel in percent; undefined where nothing was drawn. */
  readonly at: (x: number, y: number) => readonly number[] | undefined;
}

/** Decodes what `sixelCode` may write. */
function decode(code: string): Decoded {
  expect(code.startsWith('\u001bP0;1;0q"1;1;')).toBe(true);
  expect(code.indexOf('\u001b', 1)).toBe(code.length - 2);
  const [, width, height, body] = /"1;1;(\d+);(\d+)(.*)..$/u.exec(code) ?? [];
  const palette = new Map<string, readonly number[]>();
  const drawn = new Map<string, readonly number[]>();
  let [x, top, colour] = [0, 0, ''];
  for (const [token, index, red, green, blue, count, character] of (body ?? '').matchAll(
    /#(\d+)(?:;2;(\d+);(\d+);(\d+))?|(?:!(\d+))?([?-~])|[$-]/gu,
  )) {
    if (token === '$') x = 0;
    else if (token === '-') [x, top] = [0, top + 6];
    else if (red !== undefined) palette.set(index ?? '', [red, green, blue].map(Number));
    else if (index !== undefined) colour = index;
    else
      for (let repeat = Number(count ?? 1); repeat > 0; repeat -= 1, x += 1)
        for (let bit = 0; bit < 6; bit += 1)
          if ((((character ?? '?').codePointAt(0) ?? 0) - 63) & (1 << bit))
            drawn.set(`${x},${top + bit}`, palette.get(colour) ?? []);
  }
  return {
    width: Number(width),
    height: Number(height),
    colours: palette.size,
    at: (column, y) => drawn.get(`${column},${y}`),
  };
}

describe('sixels', () => {
  test('show the colours of the image, and leave transparent pixels out', () => {
    const image = imageOf(20, 15, (x, y) => (x === y ? [0, 0, 0, 0] : x < 10 ? [255, 0, 0, 255] : [0, 51, 255, 255]));
    const shown = decode(sixelCode(pixelsOf(image)));
    expect(shown).toMatchObject({ width: 20, height: 15, colours: 2 });
    for (let y = 0; y < 15; y += 1)
      for (let x = 0; x < 20; x += 1)
        expect(shown.at(x, y)).toEqual(x === y ? undefined : x < 10 ? [100, 0, 0] : [0, 20, 100]);
    expect(shown.at(0, 15)).toBeUndefined();
  });

  test('have at most 256 colours, near those of the image', () => {
    const image = imageOf(64, 64, (x, y) => [4 * x, 4 * y, 2 * (x + y), 255]);
    const shown = decode(sixelCode(pixelsOf(image)));
    expect(shown.colours).toBe(256);
    const distances: number[] = [];
    for (let y = 0; y < 64; y += 1)
      for (let x = 0; x < 64; x += 1) {
        const wanted = [4 * x, 4 * y, 2 * (x + y)].map((value) => (value * 100) / 255);
        const got = shown.at(x, y) ?? [1000, 1000, 1000];
        distances.push(Math.max(...wanted.map((value, index) => Math.abs(value - (got[index] ?? 1000)))));
      }
    expect(Math.max(...distances)).toBeLessThan(12);
  });

  test('take the space that they are given, and no more', () => {
    const data = base64(imageOf(1000, 300, () => [9, 9, 9, 255]));
    const shown = sixelPicture(data, cell, { columns: 40, rows: 10 });
    expect(shown?.rows).toBe(6);
    expect(shown?.drawing.startsWith('\u001b7\u001b[5A\r\u001bP')).toBe(true);
    expect(decode(shown?.drawing.slice(7, -2) ?? '')).toMatchObject({ width: 320, height: 96 });
    const tall = sixelPicture(base64(imageOf(50, 900, () => [9, 9, 9, 255])), cell, { columns: 40, rows: 5 });
    expect(tall?.rows).toBe(5);
    expect(decode(tall?.drawing.slice(7, -2) ?? '').height).toBeLessThanOrEqual(78);
  });

  test.each([
    ['is no image', Buffer.from('no picture, but long enough for a header').toString('base64')],
    ['is cut off', base64(imageOf(9, 9, () => [1, 2, 3, 255])).slice(0, 60)],
    ['ends an escape sequence', '\u001b[2J'],
    ['is empty', ''],
  ])('are not made of data that %s', (_, data) => {
    expect(sixelPicture(data, cell, space)).toBeUndefined();
  });
});

describe('a terminal', () => {
  test('is asked for its cells and its attributes, and shows pictures after both answers', async () => {
    const terminal = new SixelTerminal({ TERM: 'xterm-256color' });
    expect(terminal.questions).toBe('\u001b[16t\u001b[c');
    await terminal.hear('6;16;8t');
    expect(terminal.draw).toBeUndefined();
    await terminal.hear('?62;4;22c');
    // Whole lines of sixels: 30 pixels are five of them, 32 would be drawn on 36.
    expect(terminal.draw?.(base64(imageOf(9, 30, () => [1, 2, 3, 255])), space)?.rows).toBe(2);
    expect(terminal.draw?.(base64(imageOf(9, 32, () => [1, 2, 3, 255])), space)?.rows).toBe(3);
  });

  test('that does not tell the size of its cells, as xterm does not, gets pictures with enough rows', async () => {
    const terminal = new SixelTerminal({ TERM: 'xterm' });
    await terminal.hear('?63;1;2;4;6;9;15;16;22;28c');
    expect(terminal.draw?.(base64(imageOf(9, 36, () => [1, 2, 3, 255])), space)?.rows).toBe(3);
  });

  test.each([['?62;22c'], ['?4c'], ['>4;1c']])('without sixels shows none: %s', async (answer) => {
    const terminal = new SixelTerminal({ TERM: 'xterm' });
    await terminal.hear('6;16;8t');
    await terminal.hear(answer);
    expect(terminal.draw).toBeUndefined();
  });

  test.each([['0;8'], ['16;9000']])('with impossible cells shows none: %s', async (size) => {
    const terminal = new SixelTerminal({ TERM: 'xterm' });
    await terminal.hear(`6;${size}t`);
    await terminal.hear('?62;4c');
    expect(terminal.draw).toBeUndefined();
  });

  test.each([
    [{ TERM: 'tmux-256color' }],
    [{ TERM: 'xterm', TMUX: '/tmp/tmux-0' }],
    [{ TERM: 'dumb' }],
    [{ TERM: 'linux' }],
    [{}],
    [{ TERM: 'xterm-kitty' }],
  ])('with the environment %j is not asked', (env) => {
    expect(new SixelTerminal(env).questions).toBe('');
  });
});
