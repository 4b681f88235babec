/**
 * Makes text of an agent safe to print: nothing in it can control the terminal or deceive the reader.
 *
 * Control characters become symbols (␛), and characters that change the writing direction or are invisible become
 * numbers (⟨202E⟩).
 */
import { replaceInvisible } from './invisible-characters.ts';

// oxlint-disable-next-line no-control-regex -- it matches control characters.
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/gu;
const lineBreaks = /\r\n?/gu;
const controlPictures = 0x24_00;

/** Escapes everything but line breaks and tabs. */
export function escapeControls(text: string): string {
  return escapeDeceptive(text.replaceAll(lineBreaks, '\n').replaceAll(controls, controlSymbol));
}

/** Escapes characters that change the writing direction or are invisible. */
export const escapeDeceptive = (text: string): string => replaceInvisible(text, numberMark);

/** Escapes the text and joins its lines. */
export function escapeLine(text: string): string {
  return escapeControls(text).replaceAll(/\s+/gu, ' ').trim();
}

/**
 * JSON that is safe to print and means the same: control and deceptive characters, which can only be in its strings,
 * are written as `\\u` escapes.
 */
export function escapeJson(json: string): string {
  return replaceInvisible(json.replaceAll('\r', ' ').replaceAll(controls, unicodeEscape), unicodeEscape);
}

const unicodeEscape = (character: string): string =>
  character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');

/** The symbol of a control character. */
export function controlSymbol(control: string): string {
  const code = control.codePointAt(0) ?? 0;
  if (code === 0x7f) return '␡';
  return code < 0x20 ? String.fromCodePoint(controlPictures + code) : numberMark(control);
}

/** The number of a character, as a mark. */
export const numberMark = (character: string): string =>
  `⟨${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()}⟩`;

/** Splits into lines, with tabs as spaces. */
export const textLines = (text: string): readonly string[] => text.replaceAll('\t', '    ').split('\n');
