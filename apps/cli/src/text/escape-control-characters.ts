/**
 * What an agent writes, as text that does nothing to a terminal.
 *
 * Control characters are shown as pictures of themselves, and characters that turn the direction of writing or hide others by their
 * numbers, so that nobody is shown something else than what is there.
 */

// oxlint-disable-next-line no-control-regex -- these are what is looked for.
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/gu;
/**
 * What many letters and pictures are written with: a joiner, or one variant of what stands before it. More than that in a row would be a message that
 * nobody sees.
 */
const usual = [
  String.raw`(?<![\u200c\u200d])[\u200c\u200d]`,
  String.raw`(?<![\u200c\u200d\ufe00-\ufe0f])[\ufe00-\ufe0f]`,
  String.raw`(?<=\p{Script=Han})[\u{e0100}-\u{e01ef}]`,
  String.raw`(?<=\p{Script=Mongolian})[\u180b-\u180d\u180f]`,
].join('|');
/** Directions, marks without width, fillers, tags, and line breaks of Unicode. */
const deceptive = new RegExp(String.raw`(?!${usual})[\p{Default_Ignorable_Code_Point}\u2028\u2029]`, 'gu');
const lineBreaks = /\r\n?/gu;
const pictures = 0x24_00;

/** The text with line breaks and tabs, and nothing else that is not printed. */
export function escapeControls(text: string): string {
  return text.replaceAll(lineBreaks, '\n').replaceAll(controls, picture).replaceAll(deceptive, number);
}

/** The same in one line. */
export function escapeLine(text: string): string {
  return escapeControls(text).replaceAll(/\s+/gu, ' ').trim();
}

function picture(control: string): string {
  const code = control.codePointAt(0) ?? 0;
  if (code === 0x7f) return '␡';
  return code < 0x20 ? String.fromCodePoint(pictures + code) : number(control);
}

const number = (character: string): string => `⟨${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()}⟩`;

/** Lines with tabs as spaces. */
export const textLines = (text: string): readonly string[] => text.replaceAll('\t', '    ').split('\n');
