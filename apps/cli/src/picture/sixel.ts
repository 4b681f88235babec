/**
 * PNG images as sixel graphics, with at most 256 colours: https://vt100.net/docs/vt3xx-gp/chapter14.html
 *
 * An image is scaled to the cells that it may take, so that the rows that are kept free for it are enough. Loaded only
 * for a terminal that has said that it shows sixels.
 */
import { scaledDown } from './fitting-picture.ts';
import { pictureSpace, type InlinePicture, type PictureSpace } from './inline-picture.ts';
import { readPngAtOnce, type Pixels } from './png.ts';

/** The size of a cell in pixels. */
export interface CellSize {
  readonly width: number;
  readonly height: number;
}

/** A colour with channels up to 255. */
type Rgb = readonly [red: number, green: number, blue: number];

/** Colours that are treated as one when there are too many. */
interface Bin {
  readonly key: number;
  readonly colour: Rgb;
  readonly count: number;
}

const mostColours = 256;
/** Characters of Base64; larger pictures are only named. */
const maxLength = 8 * 1024 * 1024;
/** More pixels take too long to decode between two frames. */
const maxPixels = 4_000_000;
const base64 = /^[A-Za-z0-9+/]+={0,2}$/u;
/** Rows of pixels that one line of sixels has. */
const bandHeight = 6;
/** A pixel with less is not drawn. */
const leastAlpha = 128;

/** The picture in at most this space; undefined if it is not a PNG that can be read. */
export function sixelPicture(data: string, cell: CellSize, wanted: PictureSpace): InlinePicture | undefined {
  const space = pictureSpace(wanted);
  if (space.columns < 1 || space.rows < 1 || data.length > maxLength || !base64.test(data)) return undefined;
  const pixels = readPngAtOnce(Buffer.from(data, 'base64'), { maxPixels });
  if (pixels === undefined) return undefined;
  const most = {
    width: space.columns * cell.width,
    // A line of sixels that is not whole takes its rows of pixels all the same.
    height: Math.floor((space.rows * cell.height) / bandHeight) * bandHeight,
  };
  const factor = Math.min(1, most.width / pixels.width, most.height / pixels.height);
  const fitting = factor < 1 ? scaledDown(pixels, factor) : pixels;
  const height = Math.ceil(fitting.height / bandHeight) * bandHeight;
  const rows = Math.min(space.rows, Math.max(1, Math.ceil(height / cell.height)));
  const up = rows > 1 ? `\u001b[${rows - 1}A` : '';
  return { rows, drawing: `\u001b7${up}\r${sixelCode(fitting)}\u001b8` };
}

/** The pixels as a sixel sequence; transparent pixels leave what is there. */
export function sixelCode({ width, height, row }: Pixels): string {
  const { colours, indexOf } = paletteOf({ width, height, row });
  const parts = [`\u001bP0;1;0q"1;1;${width};${height}`];
  for (const [index, channels] of colours.entries())
    parts.push(`#${index};2;${channels.map((value) => Math.round((value * 100) / 255)).join(';')}`);
  for (let top = 0; top < height; top += bandHeight) {
    const lines = new Map<number, Uint8Array>();
    for (let y = top; y < Math.min(height, top + bandHeight); y += 1) {
      const pixels = row(y);
      for (let x = 0; x < width; x += 1) {
        const index = indexOf(pixels, 4 * x);
        if (index === undefined) continue;
        const line = lines.get(index) ?? new Uint8Array(width);
        line[x] = (line[x] ?? 0) | (1 << (y - top));
        lines.set(index, line);
      }
    }
    parts.push([...lines].map(([index, line]) => `#${index}${runsOf(line)}`).join('$'), '-');
  }
  parts.pop();
  return `${parts.join('')}\u001b\\`;
}

/** A line of sixels: a character for each column, and `!5~` for five equal ones. */
function runsOf(line: Uint8Array): string {
  let text = '';
  let end = line.length;
  while (end > 0 && line[end - 1] === 0) end -= 1;
  for (let from = 0; from < end;) {
    let to = from + 1;
    while (to < end && line[to] === line[from]) to += 1;
    const character = String.fromCodePoint(63 + (line[from] ?? 0));
    text += to - from > 3 ? `!${to - from}${character}` : character.repeat(to - from);
    from = to;
  }
  return text;
}

// -------------------------------------------------------------------------------------------- colours

interface Palette {
  readonly colours: readonly Rgb[];
  /** The colour of the pixel at a position; undefined if the pixel is transparent. */
  readonly indexOf: (pixels: Uint8Array, at: number) => number | undefined;
}

/** The exact colours if they are few enough; otherwise averages of neighbouring ones. */
function paletteOf(pixels: Pixels): Palette {
  const exact = binsOf(pixels, 8, mostColours) ?? [];
  const isExact = exact.length > 0;
  const bits = isExact ? 8 : 5;
  const boxes = isExact ? exact.map((bin) => [bin]) : boxesOf(binsOf(pixels, bits, Infinity) ?? []);
  const indices = new Map(boxes.flatMap((bins, index) => bins.map(({ key }): [number, number] => [key, index])));
  return {
    colours: boxes.map(averageOf),
    indexOf: (row, at) => ((row[at + 3] ?? 0) < leastAlpha ? undefined : indices.get(keyOf(row, at, bits))),
  };
}

const keyOf = (row: Uint8Array, at: number, bits: number): number =>
  ((row[at] ?? 0) >> (8 - bits)) * 4 ** bits +
  ((row[at + 1] ?? 0) >> (8 - bits)) * 2 ** bits +
  ((row[at + 2] ?? 0) >> (8 - bits));

/** The colours with this many bits a channel, each with its average; undefined if there are more than `most`. */
function binsOf({ width, height, row }: Pixels, bits: number, most: number): readonly Bin[] | undefined {
  const sums = new Map<number, [red: number, green: number, blue: number, count: number]>();
  for (let y = 0; y < height; y += 1) {
    const pixels = row(y);
    for (let at = 0; at < 4 * width; at += 4) {
      if ((pixels[at + 3] ?? 0) < leastAlpha) continue;
      const key = keyOf(pixels, at, bits);
      const sum = sums.get(key) ?? [0, 0, 0, 0];
      sum[0] += pixels[at] ?? 0;
      sum[1] += pixels[at + 1] ?? 0;
      sum[2] += pixels[at + 2] ?? 0;
      sum[3] += 1;
      sums.set(key, sum);
      if (sums.size > most) return undefined;
    }
  }
  return Array.from(sums, ([key, [red, green, blue, count]]): Bin => {
    return { key, count, colour: [red / count, green / count, blue / count] };
  });
}

/** Median cut: the box with the widest channel, weighted by its pixels, is halved until there are enough boxes. */
function boxesOf(bins: readonly Bin[]): readonly (readonly Bin[])[] {
  const boxes = [measured(bins)];
  while (boxes.length < mostColours) {
    const next = boxes.reduce((best, box, index) => (box.weight > (boxes[best]?.weight ?? 0) ? index : best), 0);
    const box = boxes[next];
    if (box === undefined || box.bins.length < 2) break;
    const { channel } = box;
    const sorted = box.bins.toSorted((left, right) => left.colour[channel] - right.colour[channel]);
    const middle = middleOf(sorted);
    boxes.splice(next, 1, measured(sorted.slice(0, middle)), measured(sorted.slice(middle)));
  }
  return boxes.map((box) => box.bins);
}

interface Box {
  readonly bins: readonly Bin[];
  readonly channel: 0 | 1 | 2;
  readonly weight: number;
}

function measured(bins: readonly Bin[]): Box {
  const widths = ([0, 1, 2] as const).map((channel) => {
    const values = bins.map(({ colour }) => colour[channel]);
    const spread =
      values.reduce((most, value) => Math.max(most, value), 0) -
      values.reduce((least, value) => Math.min(least, value), 255);
    return { channel, spread };
  });
  const widest = widths.reduce((best, each) => (each.spread > best.spread ? each : best));
  const count = bins.reduce((sum, each) => sum + each.count, 0);
  // A box of one colour is not halved.
  return { bins, channel: widest.channel, weight: bins.length < 2 ? 0 : widest.spread * Math.sqrt(count) };
}

/** The position that halves the pixels, with at least one colour on each side. */
function middleOf(bins: readonly Bin[]): number {
  const half = bins.reduce((sum, { count }) => sum + count, 0) / 2;
  let before = 0;
  const found = bins.findIndex(({ count }) => (before += count) >= half);
  return Math.max(1, Math.min(bins.length - 1, found + 1));
}

function averageOf(bins: readonly Bin[]): Rgb {
  const count = bins.reduce((sum, each) => sum + each.count, 0);
  const average = (channel: 0 | 1 | 2): number =>
    bins.reduce((sum, each) => sum + each.colour[channel] * each.count, 0) / count;
  return [average(0), average(1), average(2)];
}
