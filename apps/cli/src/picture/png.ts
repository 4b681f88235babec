/**
 * Reads and writes PNG images with limits for hostile files.
 *
 * The header is checked before anything is allocated. Interlaced images are not read, because pngjs unpacks them
 * without a limit. Loaded only when an image has to be made smaller.
 */
import { PNG, type PNGOptions, type PNGWithMetadata } from 'pngjs';

/** Rows of pixels with four bytes each: red, green, blue, alpha. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly row: (y: number) => Uint8Array;
}

/** The maximum number of pixels, more than the screens of our time have. */
const maxPixels = 40_000_000;
/** The maximum width and height: a few bytes could declare more, and every row costs time. */
const maxSide = 65_535;
/** The maximum number of unpacked bytes: all pixels in the format of a screen. */
const maxBytes = 4 * maxPixels + maxSide;
const signature = Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1');
/** The number of samples of a pixel, by colour type. */
const samplesOf: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** Resolves with undefined if the data is not a PNG, is damaged, or exceeds a limit. */
export async function readPng(bytes: Buffer): Promise<Pixels | undefined> {
  if (!isWithinLimits(bytes)) return undefined;
  const joined = withOneDataChunk(bytes);
  const parsed = joined === undefined ? undefined : await parse(joined);
  return parsed === undefined ? undefined : pixelsOf(parsed);
}

/** Like `readPng`, without giving others a turn: for small images. */
export function readPngAtOnce(bytes: Buffer, limits: { readonly maxPixels: number }): Pixels | undefined {
  if (!isWithinLimits(bytes) || bytes.readUInt32BE(16) * bytes.readUInt32BE(20) > limits.maxPixels) return undefined;
  const joined = withOneDataChunk(bytes);
  if (joined === undefined) return undefined;
  try {
    return pixelsOf(PNG.sync.read(joined, { checkCRC: false }));
  } catch {
    return undefined;
  }
}

function pixelsOf({ width, height, data }: PNG | PNGWithMetadata): Pixels {
  return { width, height, row: (y) => data.subarray(4 * width * y, 4 * width * (y + 1)) };
}

/** https://www.w3.org/TR/png-3/#11IHDR */
function isWithinLimits(bytes: Buffer): boolean {
  if (bytes.length < 33 || !bytes.subarray(0, 8).equals(signature)) return false;
  if (bytes.toString('latin1', 12, 16) !== 'IHDR') return false;
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  const [depth = 0, colour = 0, , , interlace = 1] = bytes.subarray(24, 29);
  const samples = samplesOf[colour];
  if (samples === undefined || interlace !== 0) return false;
  if (width === 0 || height === 0 || width * height > maxPixels || Math.max(width, height) > maxSide) return false;
  return (Math.ceil((width * samples * depth) / 8) + 1) * height <= maxBytes;
}

/** A file that ends too early closes the parser without an error. */
function parse(bytes: Buffer): Promise<PNG | undefined> {
  return new Promise((resolve) => {
    const png = new PNG({ checkCRC: false });
    png.on('parsed', () => resolve(png));
    // There may be several errors.
    png.on('error', () => resolve(undefined));
    png.on('close', () => setImmediate(resolve, undefined));
    png.end(bytes);
  });
}

/**
 * Joins the data chunks, because pngjs needs 0.2 ms for each, and a file may have millions of empty ones. Returns
 * undefined if the file is cut off.
 */
function withOneDataChunk(bytes: Buffer): Buffer | undefined {
  const before: Buffer[] = [bytes.subarray(0, 8)];
  const data: Buffer[] = [];
  for (let offset = 8; offset + 12 <= bytes.length;) {
    const end = offset + 12 + bytes.readUInt32BE(offset);
    if (end > bytes.length) return undefined;
    const type = bytes.toString('latin1', offset + 4, offset + 8);
    // What follows the data is not needed.
    if (type === 'IDAT') data.push(bytes.subarray(offset + 8, end - 4));
    else if (data.length === 0) before.push(bytes.subarray(offset, end));
    offset = end;
  }
  const joined = Buffer.concat(data);
  return Buffer.concat([...before, chunkHead(joined.length, 'IDAT'), joined, checksum, chunkHead(0, 'IEND'), checksum]);
}

/** Checksums are not checked. */
const checksum = Buffer.alloc(4);

function chunkHead(length: number, type: string): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(length);
  head.write(type, 4, 'latin1');
  return head;
}

/** One filter for all rows and the usual compression: fast, and as small as an image of a screen gets. */
const packing: PNGOptions = { filterType: 2, deflateLevel: 6, deflateStrategy: 0 };

/** The bytes of a PNG with these pixels. */
export function writePng({ width, height, row }: Pixels): Promise<Buffer> {
  const png = new PNG({ ...packing, width, height });
  for (let y = 0; y < height; y += 1) png.data.set(row(y), 4 * width * y);
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    png.on('data', (part: Buffer) => parts.push(part));
    png.on('end', () => resolve(Buffer.concat(parts)));
    png.on('error', reject);
    png.pack();
  });
}
