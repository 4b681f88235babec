/**
 * The path of an archive entry: relative, inside the archive, and the same file on every operating system.
 *
 * Names that only some systems refuse or change (Windows: reserved names, streams, final dots; macOS: other forms of
 * the same letters) are refused everywhere, so that an archive that was accepted on one system is accepted on all.
 */

import type { ArchiveLimits } from './limits.ts';
import { refusal } from './refusal.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
/** Names of devices on Windows, with any extension. */
const reserved = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9\u00b9\u00b2\u00b3])[ ]*(?:\.|$)/iu;
/** Control characters, and characters without a picture that would make two names look the same. */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
const notOnWindows = /[<>"|?*]/u;
/** A name of a file or folder has at most so many bytes on all common file systems. */
const longestName = 255;

/** Returns the segments of the path; none for the root of the archive itself. Throws if it is not safe everywhere. */
export function entrySegments(bytes: Uint8Array, limits: ArchiveLimits): readonly string[] {
  const path = decodeName(bytes);
  const shown = shownName(path);
  if (bytes.length > limits.pathBytes) throw refusal(`the path ${shown} is longer than ${limits.pathBytes} bytes`);
  if (path.includes('\0')) throw refusal(`the path ${shown} has a NUL character`);
  if (invisible.test(path)) throw refusal(`the path ${shown} has control or invisible characters`);
  if (path.includes('\\')) throw refusal(`the path ${shown} has a backslash`);
  if (path.includes(':')) throw refusal(`the path ${shown} has a colon, which names a drive or a stream on Windows`);
  if (notOnWindows.test(path)) throw refusal(`the path ${shown} has a character that Windows does not allow`);
  if (path.startsWith('/')) throw refusal(`the path ${shown} is absolute`);
  const segments = path.split('/').filter((segment) => segment !== '' && segment !== '.');
  if (segments.length > limits.depth) throw refusal(`the path ${shown} is deeper than ${limits.depth} folders`);
  for (const segment of segments) checkSegment(segment, shown);
  return segments;
}

function checkSegment(segment: string, shown: string): void {
  if (segment === '..') throw refusal(`the path ${shown} leaves the archive`);
  if (/[. ]$/u.test(segment)) throw refusal(`the path ${shown} has a name that ends with a dot or a space`);
  if (reserved.test(segment)) throw refusal(`the path ${shown} has a name that is reserved on Windows`);
  if (Buffer.byteLength(segment) > longestName) {
    throw refusal(`the path ${shown} has a name of more than ${longestName} bytes`);
  }
}

function decodeName(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch (error) {
    throw refusal(`the path ${shownName(Buffer.from(bytes).toString('latin1'))} is not valid UTF-8`, error);
  }
}

/** The beginning of the name, quoted, with everything outside of ASCII escaped. */
export function shownName(name: string): string {
  const beginning = name.length > 80 ? `${name.slice(0, 80)}…` : name;
  return JSON.stringify(beginning).replaceAll(/[^ -~…]/gu, (character) => {
    return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
  });
}

/** Two names with the same key are the same file on some systems. */
export function clashKey(path: string): string {
  return path.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC');
}
