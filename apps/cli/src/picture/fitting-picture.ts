/**
 * Makes images small enough for models: some refuse a large image, and every later message with it.
 *
 * A PNG, the format of screenshots and of the clipboard, is scaled down. Other formats are sent unchanged, with a
 * warning.
 */
import { pictureSize, type PictureSize } from './picture-size.ts';
import type { Pixels } from './png.ts';

/** The maximum size of the longer side that every model accepts. */
const maxPixels = 2000;

export interface FittingPicture {
  readonly data: Uint8Array;
  /** What was changed, or a warning; undefined if the image is small enough. */
  readonly note: string | undefined;
}

/** Returns the image, scaled down if it is a large PNG. */
export async function fittingPicture(data: Uint8Array, name: string): Promise<FittingPicture> {
  const size = pictureSize(data);
  if (size === undefined || Math.max(size.width, size.height) <= maxPixels) return { data, note: undefined };
  const { readPng, writePng } = await import('./png.ts');
  const pixels = await readPng(Buffer.from(data.buffer, data.byteOffset, data.byteLength));
  if (pixels === undefined) {
    const note = `${name} is ${shown(size)} pixels large; some models refuse images above ${maxPixels}, so make it smaller if yours does.`;
    return { data, note };
  }
  const smaller = scaledDown(pixels, maxPixels / Math.max(size.width, size.height));
  const note = `${name} is sent with ${shown(smaller)} pixels instead of ${shown(size)}, because some models refuse larger images.`;
  return { data: await writePng(smaller), note };
}

const shown = ({ width, height }: PictureSize): string => `${width} × ${height}`;

/** Each new pixel is the weighted average of the old ones that it covers. */
export function scaledDown(pixels: Pixels, factor: number): Pixels {
  const width = Math.max(1, Math.round(pixels.width * factor));
  const height = Math.max(1, Math.round(pixels.height * factor));
  const rows = Array.from({ length: height }, () => new Uint8Array(width * 4));
  const across = sharesOf(pixels.width, width);
  const area = (pixels.width / width) * (pixels.height / height);
  const sums = new Float64Array(width * 4);
  let current = 0;
  for (const { from, to, part } of sharesOf(pixels.height, height)) {
    if (to !== current) {
      average(sums, area, rows[current] as Uint8Array);
      sums.fill(0);
      current = to;
    }
    addRow(pixels.row(from), across, { part, sums });
  }
  average(sums, area, rows[current] as Uint8Array);
  return { width, height, row: (y) => rows[y] as Uint8Array };
}

/** How much of an old pixel goes to a new one, along one axis. */
interface Share {
  readonly from: number;
  readonly to: number;
  readonly part: number;
}

/** The shares of the old pixels, in order; a pixel across a border has two. */
function sharesOf(olds: number, news: number): readonly Share[] {
  return Array.from({ length: olds }, (_, from): readonly Share[] => {
    const to = Math.floor((from * news) / olds);
    const border = ((to + 1) * olds) / news;
    if (border >= from + 1 || to + 1 >= news) return [{ from, to, part: 1 }];
    const part = border - from;
    return [
      { from, to, part },
      { from, to: to + 1, part: 1 - part },
    ];
  }).flat();
}

/** Colours are weighted by their alpha. */
function addRow(
  row: Uint8Array,
  across: readonly Share[],
  { part: share, sums }: { readonly part: number; readonly sums: Float64Array },
): void {
  for (const { from, to, part } of across) {
    const weight = share * part * (row[4 * from + 3] ?? 0);
    for (let sample = 0; sample < 3; sample += 1)
      sums[4 * to + sample] = (sums[4 * to + sample] ?? 0) + weight * (row[4 * from + sample] ?? 0);
    sums[4 * to + 3] = (sums[4 * to + 3] ?? 0) + weight;
  }
}

function average(sums: Float64Array, area: number, row: Uint8Array): void {
  for (let at = 0; at < row.length; at += 4) {
    const alpha = sums[at + 3] ?? 0;
    for (let sample = 0; sample < 3; sample += 1)
      row[at + sample] = alpha === 0 ? 0 : Math.round((sums[at + sample] ?? 0) / alpha);
    row[at + 3] = Math.round(alpha / area);
  }
}
