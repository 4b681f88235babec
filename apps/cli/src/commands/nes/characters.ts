/**
 * A text as the characters that people count.
 *
 * Letters that join with no other are found without the rules of Unicode, which take a hundred times as long; a line may have millions of them.
 */

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Latin letters, and those of Chinese, Japanese and Korean that stand for themselves. */
const isAlone = (code: number): boolean =>
  (code >= 0x20 && code < 0x300) ||
  (code >= 0x4e00 && code <= 0x9fff) ||
  (code >= 0x3041 && code <= 0x3096) ||
  (code >= 0x30a1 && code <= 0x30fa) ||
  (code >= 0xac00 && code <= 0xd7a3) ||
  code === 0x09;

/** Whether the character at `index` is one code unit, and nothing joins it. */
function isSingle(text: string, index: number): boolean {
  return isAlone(text.charCodeAt(index)) && (index + 1 >= text.length || isAlone(text.charCodeAt(index + 1)));
}

/** What is looked at around a place, so that a long text costs no more than a short one. */
const around = 256;

/** Where the character ends that begins at `index`. */
export function nextCharacter(text: string, index: number): number {
  if (isSingle(text, index)) return index + 1;
  const { segment } = graphemes.segment(text.slice(index, index + around)).containing(0) ?? { segment: ' ' };
  return index + segment.length;
}

/** Where the character begins that ends at `index`. */
export function previousCharacter(text: string, index: number): number {
  if (isSingle(text, index - 1)) return index - 1;
  const from = begin(text, index - 1);
  let at = from;
  for (let next = nextCharacter(text, at); next < index; next = nextCharacter(text, at)) at = next;
  return at;
}

/** A place before `index` where a character begins for certain, or one that is far enough. */
function begin(text: string, index: number): number {
  const least = Math.max(0, index - around);
  let at = index;
  while (at > least && !(isSingle(text, at - 1) && isAlone(text.charCodeAt(at)))) at -= 1;
  return at;
}
