/** The size of an image, from its first bytes. */

export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** Undefined if the data is not a PNG, JPEG, GIF or WebP image, or has no size. */
export function pictureSize(data: Uint8Array): PictureSize | undefined {
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  if (bytes.length < 30) return undefined;
  const begins = (words: string, at = 0): boolean => bytes.toString('latin1', at, at + words.length) === words;
  // https://www.w3.org/TR/png-3/#11IHDR
  if (begins('\u0089PNG')) return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
  if (begins('GIF8')) return { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
  if (begins('RIFF') && begins('WEBP', 8)) return webpSize(bytes);
  if (begins('\u00ff\u00d8')) return jpegSize(bytes);
  return undefined;
}

/** https://developers.google.com/speed/webp/docs/riff_container */
function webpSize(bytes: Buffer): PictureSize | undefined {
  const kind = bytes.toString('latin1', 12, 16);
  if (kind === 'VP8X') return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
  if (kind === 'VP8 ') return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
  if (kind !== 'VP8L') return undefined;
  const bits = bytes.readUInt32LE(21);
  return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
}

/** The frame header is the first segment with one of the markers SOF0 to SOF15: ITU-T T.81, table B.1. */
function jpegSize(bytes: Buffer): PictureSize | undefined {
  for (let at = 2; at + 9 < bytes.length && bytes[at] === 0xff;) {
    const marker = bytes[at + 1] ?? 0;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame) return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
    // Fill bytes may precede a marker.
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2);
  }
  return undefined;
}
