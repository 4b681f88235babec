/** Names and paths as they are shown to users. */
import { isAbsolute, relative, sep } from 'node:path';

/** Relative to the working directory if the path is inside it; always one line. */
export function shownPath(cwd: string, path: string): string {
  const short = relative(cwd, path);
  return shownName(short === '' ? '.' : isOutside(short) ? path : short);
}

/** A folder whose name starts with two dots is inside. */
const isOutside = (short: string): boolean => short === '..' || short.startsWith(`..${sep}`) || isAbsolute(short);

/**
 * Characters that move the cursor, end the line or change the text direction: they could make a name look like another
 * one.
 */
const unseen = /[\p{Cc}\u{061C}\u{200B}\u{200E}\u{200F}\u{2028}-\u{202E}\u{2060}-\u{206F}\u{FEFF}]/gu;

/** A name on one line; invisible characters are escaped. */
export const shownName = (name: string): string => name.replaceAll(unseen, escaped);

/** Text of several lines, such as a command, with invisible characters escaped. */
export const shownText = (words: string): string =>
  words.replaceAll(unseen, (each) => (each === '\n' || each === '\t' ? each : escaped(each)));

const shortEscapes: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

const escaped = (each: string): string =>
  shortEscapes[each] ?? `\\u{${(each.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}}`;
