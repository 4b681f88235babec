/** Compares the length of a text in UTF-8 with a limit; most texts are so short that they are not encoded for it. */

/** The most bytes that one UTF-16 code unit takes in UTF-8. */
const maxBytesOfCharacter = 3;

/** Whether `text` is longer than `limit` bytes in UTF-8. */
export function exceedsBytes(text: string, limit: number): boolean {
  if (text.length * maxBytesOfCharacter <= limit) return false;
  return text.length > limit || new TextEncoder().encode(text).length > limit;
}
