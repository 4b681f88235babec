/** Words that look like keys because they are random. */
import type { Span } from './spans.ts';

/** Long, of letters in both cases and digits, without a pattern. */
const word = /(?<![\w+/=-])[\w+=-]{32,512}(?![\w+/=-])/gu;
/** The same with slashes, which paths have too; digests of packages have a dash before them. */
const base64 = /(?<![\w+/=.-])[A-Za-z\d+/]{40,512}={0,2}(?![\w+/=-]|\.\w)/gu;
const minEntropy = 4.2;
/** Of all neighbours, those of different kinds: about 0.48 in random text, and below 0.3 in paths and long names. */
const minChanges = 0.33;
const packageDigest = /^sha\d{1,3}-/u;

/** Keys of hexadecimal digits look like digests, so the words before them tell which they are. */
const hexWord = /(?<![\w+/=-])(?:0x)?[\da-f]{32,512}(?![\w+/=-])/giu;
const minHexEntropy = 3;
/** How far before a word its context reaches. */
const contextLength = 100;
const keyContext = /key|token|secret|passw|passphrase|credential|auth(?!or)|bearer|signature|\bpin\b|\botp\b/iu;
const digestContext =
  /commit|digest|hash|checksum|\bsha-?\d*\b|\bmd5\b|\bblob\b|\btree\b|parent|object|\bindex\b|revision|\brev\b|\bref\b|etag|integrity|merge|\bhead\b/iu;

/** The random words of a text, in any order; `field` is the name of the field that it is the value of. */
export function randomSpans(text: string, field: string): readonly Span[] {
  const spans: Span[] = [];
  const add = (pattern: RegExp, isSecret: (found: string, index: number) => boolean): void => {
    for (const { index, 0: found } of text.matchAll(pattern)) {
      if (isSecret(found, index)) spans.push({ start: index, end: index + found.length });
    }
  };
  add(word, (found) => looksRandom(found) && !packageDigest.test(found));
  add(base64, (found) => looksRandom(found, 1) && changesIn(found) >= minChanges);
  add(hexWord, (found, index) => isHexKey(found, `${field} ${text.slice(Math.max(0, index - contextLength), index)}`));
  return spans;
}

/** Whether hexadecimal digits are a key: called so, or random and not called a digest. */
function isHexKey(found: string, before: string): boolean {
  const lineBefore = before.slice(before.lastIndexOf('\n') + 1);
  if (keyContext.test(lineBefore)) return true;
  if (digestContext.test(lineBefore)) return false;
  const isMixed = /[a-f]/iu.test(found) && /\d/u.test(found);
  return keyContext.test(before) || (isMixed && entropyOf(found) >= minHexEntropy);
}

/**
 * Whether a word has letters of both cases and digits in no order; hexadecimal digests and dashed names do not count.
 */
function looksRandom(found: string, minDigits = 3): boolean {
  if (!/[a-z]/u.test(found) || !/[A-Z]/u.test(found) || (found.match(/\d/gu) ?? []).length < minDigits) return false;
  return entropyOf(found) >= minEntropy;
}

/** Bits for each character. */
function entropyOf(found: string): number {
  const counts = new Map<string, number>();
  for (const character of found) counts.set(character, (counts.get(character) ?? 0) + 1);
  let entropy = 0;
  for (const count of counts.values()) entropy -= (count / found.length) * Math.log2(count / found.length);
  return entropy;
}

/** A capital before a small letter is the beginning of a word, and no change. */
const beginsWord = (before: number | undefined, kind: number): boolean => before === 1 && kind === 0;
const kinds = [/[a-z]/u, /[A-Z]/u, /\d/u];

function changesIn(found: string): number {
  const each = Array.from(found, (character) => kinds.findIndex((kind) => kind.test(character)));
  return (
    each.filter((kind, index) => index > 0 && kind !== each[index - 1] && !beginsWord(each[index - 1], kind)).length /
    (each.length - 1)
  );
}
