/**
 * Pictures that a model takes: some refuse large ones, and then everything that is said after them.
 *
 * A PNG, which is what a clipboard and pictures of a screen are, is made smaller. The other formats stay as they are, and are told of.
 */
import { pictureSize, type PictureSize } from './picture-size.ts';
import { readPng, writePng, type Pixels } from './png.ts';

/** Pixels at the longer side that every model takes. */
const mostPixels = 2000;

export interface FittingPicture {
  readonly data: Uint8Array;
  /** What became of it, or may become of it; undefined when it is as it was and small enough. */
  readonly note: string | undefined;
}

/** The picture, made smaller where it is too large and that can be done. */
export async function fittingPicture(data: Uint8Array, name: string): Promise<FittingPicture> {
  const size = pictureSize(data);
  if (size === undefined || Math.max(size.width, size.height) <= mostPixels) return { data, note: undefined };
  const pixels = await readPng(Buffer.from(data.buffer, data.byteOffset, data.byteLength));
  if (pixels === undefined) {
    const note = `${name} is ${shown(size)} pixels large; some models refuse pictures above ${mostPixels}, so make it smaller if yours does.`;
    return { data, note };
  }
  const smaller = scaledDown(pixels, mostPixels / Math.max(size.width, size.height));
  const note = `${name} is sent with ${shown(smaller)} pixels in place of ${shown(size)}, because some models refuse larger pictures.`;
  return { data: await writePng(smaller), note };
}

const shown = ({ width, height }: PictureSize): string => `${width} × ${height}`;

/** Each new pixel is the average of the old ones that it covers, in parts where it covers them in part. */
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

/** How much of an old place goes to a new one. */
interface Share {
  readonly from: number;
  readonly to: number;
  readonly part: number;
}

/** Where the old places go, in their order; one that lies over a border goes to both sides. */
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

/** Colours are weighed by how much can be seen of them. */
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
