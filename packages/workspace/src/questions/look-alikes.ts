/**
 * Finds characters that look like others: letters of another script among Latin ones, and signs that are not what they
 * seem.
 *
 * It points out what a reader could take for something else. It is not a complete table of similar characters: a word
 * that is written in one script, such as a Russian name, is not reported if something in the text shows that script.
 */

/** A character that looks like another one. */
export interface LookAlike {
  /** The word that contains it. */
  readonly word: string;
  /** The character. */
  readonly character: string;
  /** Its code point, such as `U+0441`. */
  readonly code: string;
}

const words = /[\p{L}\p{M}\p{N}_]+/gu;
const latin = /\p{Script=Latin}/u;
/** Letters that are not used together with Latin ones within a word; East Asian scripts often are. */
const foreign =
  /(?=\p{L})[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}]/u;
/** Latin letters of phonetic alphabets and small capitals, and letters that differ from an ASCII one by a dot. */
const oddLatin = /[\u0131\u0237\u01c0-\u01c3\u0250-\u02af\u1d00-\u1dbf\ua730-\ua7ff]/u;
/** Cyrillic, Greek and Armenian letters that look like Latin ones. */
const twins = /^[асеһіјӏорԛѕԁуԝхѵАВЕКМНІЈОРСТХУЅԌοναικρυχΑΒΕΖΗΙΚΜΝΟΡΤΥΧոսօոԱՕՏ]+$/u;
/** Signs that look like those with a meaning in commands and paths. */
const signs = /[\u2044\u2215\u29f8\u2571\u2216\u29f5\u2236\ua789\u2024\u2223\u2217\u223c\u02dc\u037e]/u;
/** The same for signs that are usual in prose. */
const proseSigns = /[\u2010-\u2015\u2212\u2018-\u201f\u02bc\u2032\u2033]/u;
/** Characters that stand for ASCII ones, but are usual in prose. */
const usual = /[…™ªº¹²³¼½¾№℃℉‼⁇⁈⁉]/u;
// oxlint-disable-next-line no-control-regex -- a range of characters
const ascii = /^[\u0000-\u007f]*$/u;

/** The look-alikes in a text, each once; `isCommand` for commands and paths, in which quotes and dashes count too. */
export function lookAlikesIn(text: string, { isCommand }: { readonly isCommand: boolean }): readonly LookAlike[] {
  if (ascii.test(text)) return [];
  const found = new Map<string, LookAlike>();
  const add = (word: string, character: string): void => {
    const code = `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
    if (!found.has(code)) found.set(code, { word, character, code });
  };
  // Each word and each character is looked at once, however long the text is.
  const all = new Set(text.match(words));
  const isKnownScript = [...all].some((word) => !latin.test(word) && foreign.test(word) && !isTwin(word));
  for (const word of all) {
    if (ascii.test(word)) continue;
    const isMixed = latin.test(word);
    for (const character of word) {
      if (isMixed && (foreign.test(character) || oddLatin.test(character))) add(word, character);
      else if (isCompatible(character) || (!isKnownScript && isTwin(word))) add(word, character);
    }
  }
  for (const character of new Set(text)) {
    if (ascii.test(character) || /[\p{L}\p{M}\p{N}]/u.test(character)) continue;
    if (signs.test(character) || isCompatible(character) || (isCommand && proseSigns.test(character)))
      add(character, character);
  }
  return [...found.values()];
}

const isTwin = (word: string): boolean => twins.test(word);

/** Whether Unicode calls the character another form of ASCII ones, as wide and mathematical letters are. */
function isCompatible(character: string): boolean {
  if (ascii.test(character) || usual.test(character) || /\p{Zs}/u.test(character)) return false;
  const plain = character.normalize('NFKC');
  return plain !== character && ascii.test(plain);
}
