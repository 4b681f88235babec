/**
 * Messages of which only the beginning is read, for relays: the rest is checked to be JSON, and passed on as it is.
 *
 * A message has to be written as nearly all programs write it: without white space, with `jsonrpc`, `id`, `method` and
 * `params` or `jsonrpc`, `id` and `result`, in this order and with nothing else, and without escapes in its id and
 * method. Any other message is parsed; so what is read here does not depend on repeated or escaped keys, and cannot
 * differ from what `JSON.parse` would read. It takes a fifth of the time (`npm run bench -- conductor`, "CPU of a
 * crossing").
 */
import type { UnparsedMessage } from '../message/unparsed-message.ts';
import { constantEnd, jsonEnd, notAccepted } from './json-end.ts';

const encoder = new TextEncoder();
const bytesOf = (text: string): Uint8Array => encoder.encode(text);

const opening = bytesOf('{"jsonrpc":"2.0","');
const idKey = bytesOf('id":');
const methodKey = bytesOf('method":');
const nextMethod = bytesOf(',"method":');
const nextResult = bytesOf(',"result":');
const nextParams = bytesOf(',"params":');
const innerOpening = bytesOf('{"method":');

const newline = 0x0a;
const quote = 0x22;
const minus = 0x2d;
const zero = 0x30;
const nine = 0x39;
const openingBracket = 0x5b;
const backslash = 0x5c;
const openingBrace = 0x7b;
const closingBrace = 0x7d;
const [space, tilde] = [0x20, 0x7e];

/** A number with more digits may not be exact. */
const maxDigits = 15;
/** A value that is nested deeper is parsed: each level takes a call here. */
const maxLevels = 200;

/** Reads a message from its text; undefined if it has to be parsed. */
export const unparsedMessageOf = (text: string): UnparsedMessage | undefined =>
  readUnparsed(text, { bytes: bytesOf(text), start: 0 }, maxLevels);

/**
 * Reads the message in the line `text`, whose bytes begin at `start`; undefined if it has to be parsed. Its values may
 * be nested `depth` levels deep.
 */
export function readUnparsed(
  text: string,
  { bytes, start }: { readonly bytes: Uint8Array; readonly start: number },
  depth: number,
): UnparsedMessage | undefined {
  // Everything before the params is ASCII, so an index in the bytes is one in the text, too.
  const afterOpening = constantEnd(bytes, start, opening);
  if (afterOpening === notAccepted) return undefined;
  const levels = Math.min(depth, maxLevels) - 1;
  const idStart = constantEnd(bytes, afterOpening, idKey);
  if (idStart === notAccepted) {
    const nameStart = constantEnd(bytes, afterOpening, methodKey);
    return nameStart === notAccepted
      ? undefined
      : readCall({ text, bytes, start, levels }, { id: undefined, bodyStart: afterOpening - 1 - start, nameStart });
  }
  const idEnd = bytes[idStart] === quote ? nameEnd(bytes, idStart) : integerEnd(bytes, idStart);
  if (idEnd === notAccepted) return undefined;
  const id = idOf(text.slice(idStart - start, idEnd - start));
  const bodyStart = idEnd + 1 - start;
  const nameStart = constantEnd(bytes, idEnd, nextMethod);
  if (nameStart !== notAccepted) return readCall({ text, bytes, start, levels }, { id, bodyStart, nameStart });
  const resultStart = constantEnd(bytes, idEnd, nextResult);
  if (resultStart === notAccepted || !isLast(bytes, jsonEnd(bytes, resultStart, levels))) return undefined;
  return { text, id, method: undefined, bodyStart, innerMethod: undefined };
}

interface Line {
  readonly text: string;
  readonly bytes: Uint8Array;
  readonly start: number;
  readonly levels: number;
}

/** Reads a request or a notification whose method begins at `nameStart`. */
function readCall(
  { text, bytes, start, levels }: Line,
  { id, bodyStart, nameStart }: Pick<UnparsedMessage, 'id' | 'bodyStart'> & { readonly nameStart: number },
): UnparsedMessage | undefined {
  const afterMethod = nameEnd(bytes, nameStart);
  if (afterMethod === notAccepted) return undefined;
  const paramsStart = constantEnd(bytes, afterMethod, nextParams);
  if (paramsStart === notAccepted) return undefined;
  const method = nameOf(text.slice(nameStart + 1 - start, afterMethod - 1 - start));
  const innerStart = constantEnd(bytes, paramsStart, innerOpening);
  if (innerStart === notAccepted)
    return isLast(bytes, structureEnd(bytes, paramsStart, levels))
      ? { text, id, method, bodyStart, innerMethod: undefined }
      : undefined;
  const afterInner = nameEnd(bytes, innerStart);
  const innerParams = afterInner === notAccepted ? notAccepted : constantEnd(bytes, afterInner, nextParams);
  const end = innerParams === notAccepted ? notAccepted : structureEnd(bytes, innerParams, levels - 1);
  if (end === notAccepted || bytes[end] !== closingBrace || !isLast(bytes, end + 1)) return undefined;
  const innerMethod = nameOf(text.slice(innerStart + 1 - start, afterInner - 1 - start));
  return { text, id, method, bodyStart, innerMethod };
}

/** Whether only the brace of the message is left in the line at `end`. */
function isLast(bytes: Uint8Array, end: number): boolean {
  if (end === notAccepted || bytes[end] !== closingBrace) return false;
  return end + 1 === bytes.length || bytes[end + 1] === newline;
}

/** Params are an object or an array. */
const structureEnd = (bytes: Uint8Array, at: number, levels: number): number =>
  bytes[at] === openingBrace || bytes[at] === openingBracket ? jsonEnd(bytes, at, levels) : notAccepted;

/** The index after a string of ASCII without escapes. */
function nameEnd(bytes: Uint8Array, start: number): number {
  if (bytes[start] !== quote) return notAccepted;
  for (let at = start + 1; ; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === quote) return at + 1;
    if (byte < space || byte > tilde || byte === backslash) return notAccepted;
  }
}

/** The index after an integer that is exact. */
function integerEnd(bytes: Uint8Array, start: number): number {
  const first = bytes[start] === minus ? start + 1 : start;
  let at = first;
  while ((bytes[at] ?? 0) >= zero && (bytes[at] ?? 0) <= nine) at += 1;
  if (at === first || at - first > maxDigits) return notAccepted;
  return bytes[first] === zero && (at > first + 1 || first > start) ? notAccepted : at;
}

/** The value of an id; parsing copies it, while a slice would keep the text of all lines around it in memory. */
const idOf = (written: string): string | number => JSON.parse(written) as string | number;

/** The names that were read, each once, for the same reason. */
const names = new Map<string, string>();
/** There are few methods; names that are made at run time must not fill the memory. */
const maxNames = 256;

function nameOf(written: string): string {
  const known = names.get(written);
  if (known !== undefined) return known;
  const name = JSON.parse(`"${written}"`) as string;
  if (names.size < maxNames) names.set(name, name);
  return name;
}
