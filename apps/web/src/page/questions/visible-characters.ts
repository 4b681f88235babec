/** Finds characters that are invisible, look like a space, or change the order of others. */

/** Line breaks and tabs stay; emoji keep what joins them. */
const hidden = /(?!\n|\t|\u200d|\ufe0f)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|(?! )\p{Zs}/u;
const split = new RegExp(`(${hidden.source})`, 'u');
const all = new RegExp(hidden.source, 'gu');

/** A part of a text: words, or one hidden character by its code point. */
export interface TextPart {
  readonly text: string;
  readonly isHidden: boolean;
}

/** The text in parts; a hidden character is a part of its own, such as `U+202E`. */
export const visibleParts = (text: string): readonly TextPart[] =>
  text
    .split(split)
    .filter((part) => part !== '')
    .map((part) => (hidden.test(part) ? { text: codeOf(part), isHidden: true } : { text: part, isHidden: false }));

/** The code points of such characters in some texts, each once. */
export const hiddenCharactersIn = (texts: readonly string[]): readonly string[] => [
  ...new Set(texts.flatMap((text) => text.match(all) ?? []).map(codeOf)),
];

const codeOf = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
