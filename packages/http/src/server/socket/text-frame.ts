/**
 * Messages as the frames in which a server sends them (RFC 6455, section 5.2): whole, and not masked.
 *
 * A frame is a string with one character for each byte. Such strings are put together for nothing, and many of them leave in one write,
 * which costs a fraction of a write for each.
 */

/** Characters of the longest text that has such a frame: they have up to three bytes, and its length two. */
const longest = 21_845;
/** A text, and all of it. */
const finalText = 0x81;
/** Where bytes are for a moment. */
const scratch = Buffer.allocUnsafeSlow(longest * 3);

/** The frame of `text`; undefined when it is too long to be copied lightly. */
export function textFrame(text: string): string | undefined {
  if (text.length > longest) return undefined;
  // Faster than to ask for the size, and then for the bytes.
  const size = scratch.write(text);
  const bytes = size === text.length ? text : scratch.toString('latin1', 0, size);
  if (size < 126) return String.fromCharCode(finalText, size) + bytes;
  return String.fromCharCode(finalText, 126, size >> 8, size & 0xff) + bytes;
}
