/** How large a picture is, because some models refuse large ones, and then everything that is said after them. */

/** Pixels at the longer side that every model takes. */
const mostPixels = 2000;
const signature = [0x89, 0x50, 0x4e, 0x47];

/** A sentence for a PNG that may be too large; nothing is known of other kinds. */
export function sizeDoubt(data: Uint8Array, name: string): string | undefined {
  if (data.length < 24 || !signature.every((byte, index) => data[index] === byte)) return undefined;
  // The head comes first, with the width and the height in it: https://www.w3.org/TR/png-3/#11IHDR
  const head = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const [width, height] = [head.getUint32(16), head.getUint32(20)];
  if (Math.max(width, height) <= mostPixels) return undefined;
  return `${name} is ${width} × ${height} pixels large; some models refuse pictures above ${mostPixels}, so make it smaller if yours does.`;
}
