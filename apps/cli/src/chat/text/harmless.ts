/**
 * What an agent writes, as text that does nothing to a terminal.
 *
 * Control characters are shown as pictures of themselves, and characters that turn the direction of writing or hide others by their
 * numbers, so that nobody is shown something else than what is there.
 */

// oxlint-disable-next-line no-control-regex -- these are what is looked for.
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/gu;
/** Directions, marks without width, tags, and line breaks of Unicode. */
const deceptive = /[\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/gu;
const lineBreaks = /\r\n?/gu;
const pictures = 0x24_00;

/** The text with line breaks and tabs, and nothing else that is not printed. */
export function harmless(text: string): string {
  return text.replaceAll(lineBreaks, '\n').replaceAll(controls, picture).replaceAll(deceptive, number);
}

/** The same in one line. */
export function harmlessLine(text: string): string {
  return harmless(text).replaceAll(/\s+/gu, ' ').trim();
}

function picture(control: string): string {
  const code = control.codePointAt(0) ?? 0;
  if (code === 0x7f) return '␡';
  return code < 0x20 ? String.fromCodePoint(pictures + code) : number(control);
}

const number = (character: string): string => `⟨${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()}⟩`;

/** Lines with tabs as spaces. */
export const textLines = (text: string): readonly string[] => text.replaceAll('\t', '    ').split('\n');
