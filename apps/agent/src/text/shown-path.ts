/** Names as people read them. */
import { isAbsolute, relative } from 'node:path';

/** Relative to the working directory where the path lies in it, and never more than a line. */
export function shownPath(cwd: string, path: string): string {
  const short = relative(cwd, path);
  return shownName(short === '' ? '.' : isOutside(short) ? path : short);
}

/** A folder whose name only begins with two dots is inside. */
const isOutside = (short: string): boolean => short === '..' || short.startsWith('../') || isAbsolute(short);

/** What moves a cursor, ends a line, or turns the direction of text: it would make a name look like another one. */
const unseen = /[\p{Cc}\u{061C}\u{200B}\u{200E}\u{200F}\u{2028}-\u{202E}\u{2060}-\u{206F}\u{FEFF}]/gu;

/** A name in one line, whatever it is made of; what could not be seen is written as an escape. */
export const shownName = (name: string): string => name.replaceAll(unseen, escaped);

/** Words of several lines, such as a command, without what would make them look like others. */
export const shownText = (words: string): string =>
  words.replaceAll(unseen, (each) => (each === '\n' || each === '\t' ? each : escaped(each)));

const shortEscapes: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

const escaped = (each: string): string =>
  shortEscapes[each] ?? `\\u{${(each.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}}`;
