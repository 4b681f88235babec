/** Bytes to text, the fastest way that Node has. */
import { buffers } from './lazy-modules.ts';

/** Throws when `bytes` is not UTF-8; a byte order mark stays. */
export function decodeUtf8(bytes: Uint8Array): string {
  const { isAscii, isUtf8, transcode } = buffers();
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // Text of one byte for each character takes half the memory, and JSON of it is parsed faster.
  if (isAscii(buffer)) return buffer.toString('latin1');
  if (!isUtf8(buffer)) throw new TypeError('The bytes are not UTF-8.');
  return transcode(buffer, 'utf8', 'utf16le').toString('utf16le');
}
