/**
 * Grapheme clusters of a text.
 *
 * Characters that never combine are found without `Intl.Segmenter`, which is a hundred times slower; a line may have
 * millions of characters.
 */

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Characters that never combine: Latin, and those of Chinese, Japanese and Korean. */
const isAlone = (code: number): boolean =>
  (code >= 0x20 && code < 0x300) ||
  (code >= 0x4e00 && code <= 0x9fff) ||
  (code >= 0x3041 && code <= 0x3096) ||
  (code >= 0x30a1 && code <= 0x30fa) ||
  (code >= 0xac00 && code <= 0xd7a3) ||
  code === 0x09;

/** Whether the character at `index` is one code unit that does not combine with the next one. */
function isSingle(text: string, index: number): boolean {
  return isAlone(text.charCodeAt(index)) && (index + 1 >= text.length || isAlone(text.charCodeAt(index + 1)));
}

/** Code units to segment before or after a position, so that long texts are not slower than short ones. */
const segmentedLength = 256;

/** The end of the character at `index`. */
export function nextCharacter(text: string, index: number): number {
  if (isSingle(text, index)) return index + 1;
  const { segment } = graphemes.segment(text.slice(index, index + segmentedLength)).containing(0) ?? { segment: ' ' };
  return index + segment.length;
}

/** The start of the character that ends at `index`. */
export function previousCharacter(text: string, index: number): number {
  if (isSingle(text, index - 1)) return index - 1;
  let start = certainStart(text, index - 1);
  for (let next = nextCharacter(text, start); next < index; next = nextCharacter(text, start)) start = next;
  return start;
}

/** A place before `index` where a character certainly begins, or one that is far enough away. */
function certainStart(text: string, index: number): number {
  const first = Math.max(0, index - segmentedLength);
  let start = index;
  while (start > first && !(isSingle(text, start - 1) && isAlone(text.charCodeAt(start)))) start -= 1;
  return start;
}
