/** Decodes UTF-8 in the fastest way that Node.js has. */
import { buffers } from './lazy-modules.ts';

/** Decodes `bytes`, with a byte order mark if there is one; throws if they are not UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string {
  const { isAscii, isUtf8, transcode } = buffers();
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // A string with one byte per character takes half the memory, and is parsed faster.
  if (isAscii(buffer)) return buffer.toString('latin1');
  if (!isUtf8(buffer)) throw new TypeError('The bytes are not UTF-8.');
  return transcode(buffer, 'utf8', 'utf16le').toString('utf16le');
}
