/** Shows text of a registry in a line of a report, so that it can neither control a terminal nor deceive the reader. */

const maxCharacters = 80;

/** The text with the codes of all characters outside ASCII, so that look-alikes show, and not longer than a line. */
export function printable(text: string): string {
  const escaped = text.slice(0, maxCharacters).replaceAll(/[^\u0020-\u007e]/gu, codeOf);
  return text.length > maxCharacters ? `${escaped}...` : escaped;
}

function codeOf(character: string): string {
  return `<U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}>`;
}
