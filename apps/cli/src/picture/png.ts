/**
 * Reads and writes PNG, as far as pictures of a screen need it: https://www.w3.org/TR/png-3/
 *
 * Everything but interlaced pictures is read. What is written has eight bits for each of red, green, blue and, where there is any, alpha.
 */
import { promisify } from 'node:util';
import { deflate, inflate } from 'node:zlib';

/** Rows of pixels with four bytes each: red, green, blue, alpha. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  /** The row at `y`; it is overwritten by the next one that is read, and rows are read in order. */
  readonly row: (y: number) => Uint8Array;
}

const signature = Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1');
/** Pixels that are read at most; the screens of our time have fewer. */
const mostPixels = 40_000_000;
/** Pixels at a side that are read at most: more can be said in a few bytes, and cost much for each row. */
const mostAtSide = 65_535;
/** Bytes that are unpacked at most: all pixels in the form that screens have. */
const mostBytes = 4 * mostPixels + mostAtSide;
/** How many samples a pixel has, by the type of colour. */
const samplesOf: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

interface Header {
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  readonly colour: number;
  readonly palette: Buffer;
  readonly paletteAlpha: Buffer;
}

/** Undefined for what is no PNG, or none that can be read. */
export async function readPng(bytes: Buffer): Promise<Pixels | undefined> {
  const chunks = chunksOf(bytes);
  const head = chunks.get('IHDR')?.[0];
  if (head === undefined || head.length < 13 || (head[12] ?? 1) !== 0) return undefined;
  const header: Header = {
    width: head.readUInt32BE(0),
    height: head.readUInt32BE(4),
    depth: head[8] ?? 0,
    colour: head[9] ?? 0,
    palette: chunks.get('PLTE')?.[0] ?? Buffer.alloc(0),
    paletteAlpha: chunks.get('tRNS')?.[0] ?? Buffer.alloc(0),
  };
  const { width, height, depth, colour } = header;
  const samples = samplesOf[colour];
  if (samples === undefined || ![1, 2, 4, 8, 16].includes(depth)) return undefined;
  if (width === 0 || height === 0 || width * height > mostPixels || Math.max(width, height) > mostAtSide)
    return undefined;
  const rowBytes = Math.ceil((width * samples * depth) / 8);
  const size = (rowBytes + 1) * height;
  if (size > mostBytes) return undefined;
  try {
    const data = await promisify(inflate)(Buffer.concat(chunks.get('IDAT') ?? []), { maxOutputLength: size });
    return data.length === size ? pixelsOf(data, header, { rowBytes, samples }) : undefined;
  } catch {
    return undefined;
  }
}

/** The bytes of a PNG with these pixels. */
export async function writePng({ width, height, row }: Pixels): Promise<Buffer> {
  const rows = Array.from({ length: height }, (_, y) => Buffer.from(row(y)));
  const hasAlpha = rows.some((each) => each.some((byte, index) => index % 4 === 3 && byte !== 255));
  const samples = hasAlpha ? 4 : 3;
  const data = Buffer.alloc((width * samples + 1) * height);
  let at = 0;
  for (const [y, each] of rows.entries()) {
    const above = rows[y - 1];
    data[at++] = 2;
    for (let x = 0; x < width * 4; x += 1) {
      if (!hasAlpha && x % 4 === 3) continue;
      data[at++] = (each[x] ?? 0) - (above?.[x] ?? 0);
    }
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, hasAlpha ? 6 : 2], 8);
  const packed = await promisify(deflate)(data);
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', packed), chunk('IEND', Buffer.alloc(0))]);
}

// -------------------------------------------------------------------------------------------- rows

function pixelsOf(
  data: Buffer,
  header: Header,
  { rowBytes, samples }: { readonly rowBytes: number; readonly samples: number },
): Pixels {
  const { width, height, depth } = header;
  const distance = Math.max(1, (samples * depth) >> 3);
  const shown = new Uint8Array(width * 4);
  const nothing = Buffer.alloc(rowBytes);
  let next = 0;
  return {
    width,
    height,
    row: (y) => {
      for (; next <= y; next += 1) {
        const start = next * (rowBytes + 1) + 1;
        const above = next === 0 ? nothing : data.subarray(start - rowBytes - 1, start - 1);
        unfilter(data.subarray(start, start + rowBytes), above, { filter: data[start - 1] ?? 0, distance });
      }
      const start = y * (rowBytes + 1) + 1;
      paint(data.subarray(start, start + rowBytes), shown, header, samples);
      return shown;
    },
  };
}

/** https://www.w3.org/TR/png-3/#9Filters */
function unfilter(
  row: Buffer,
  above: Buffer,
  { filter, distance }: { readonly filter: number; readonly distance: number },
): void {
  if (filter === 0) return;
  for (let at = 0; at < row.length; at += 1) {
    const left = at < distance ? 0 : (row[at - distance] ?? 0);
    const up = above[at] ?? 0;
    const corner = at < distance ? 0 : (above[at - distance] ?? 0);
    const guess = filter === 1 ? left : filter === 2 ? up : filter === 3 ? (left + up) >> 1 : nearest(left, up, corner);
    row[at] = (row[at] ?? 0) + guess;
  }
}

function nearest(left: number, up: number, corner: number): number {
  const toLeft = Math.abs(up - corner);
  const toUp = Math.abs(left - corner);
  const toCorner = Math.abs(left + up - 2 * corner);
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}

function paint(row: Buffer, shown: Uint8Array, header: Header, samples: number): void {
  const { width, depth, colour, palette, paletteAlpha } = header;
  const most = 2 ** Math.min(depth, 8) - 1;
  /** Of sixteen bits the upper eight are enough. */
  const sample = (index: number): number => {
    if (depth === 8) return row[index] ?? 0;
    if (depth === 16) return row[2 * index] ?? 0;
    const bit = index * depth;
    return ((row[bit >> 3] ?? 0) >> (8 - depth - (bit & 7))) & most;
  };
  const scaled = (index: number): number => (depth >= 8 ? sample(index) : (sample(index) * 255) / most);
  for (let x = 0; x < width; x += 1) {
    const to = 4 * x;
    if (colour === 3) {
      const entry = sample(x);
      shown[to] = palette[3 * entry] ?? 0;
      shown[to + 1] = palette[3 * entry + 1] ?? 0;
      shown[to + 2] = palette[3 * entry + 2] ?? 0;
      shown[to + 3] = paletteAlpha[entry] ?? 255;
      continue;
    }
    const from = x * samples;
    const isGrey = samples < 3;
    shown[to] = scaled(from);
    shown[to + 1] = scaled(isGrey ? from : from + 1);
    shown[to + 2] = scaled(isGrey ? from : from + 2);
    shown[to + 3] = samples % 2 === 0 ? scaled(from + samples - 1) : 255;
  }
}

// -------------------------------------------------------------------------------------------- chunks

function chunksOf(bytes: Buffer): ReadonlyMap<string, readonly Buffer[]> {
  const chunks = new Map<string, Buffer[]>();
  if (!bytes.subarray(0, 8).equals(signature)) return chunks;
  for (let at = 8; at + 12 <= bytes.length;) {
    const length = bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + 8);
    const data = bytes.subarray(at + 8, at + 8 + length);
    const before = chunks.get(type);
    if (before === undefined) chunks.set(type, [data]);
    else before.push(data);
    at += 12 + length;
  }
  return chunks;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(checksum(body));
  return Buffer.concat([length, body, check]);
}

const table: readonly number[] = Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit += 1) rest = rest & 1 ? 0xed_b8_83_20 ^ (rest >>> 1) : rest >>> 1;
  return rest;
});

function checksum(bytes: Buffer): number {
  let rest = 0xff_ff_ff_ff;
  for (const byte of bytes) rest = (table[(rest ^ byte) & 0xff] ?? 0) ^ (rest >>> 8);
  return (rest ^ 0xff_ff_ff_ff) >>> 0;
}
