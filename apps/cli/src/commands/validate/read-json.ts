/** Parses one line as JSON, and describes errors precisely. */
import { isUtf8 } from 'node:buffer';

import type { Problem } from '@acp-stack/schema';

import { describeSyntaxError } from '../../json/json-syntax.ts';

export interface ReadJson {
  /** The parsed value; undefined if it cannot be parsed. */
  readonly value: unknown;
  readonly problems: readonly Problem[];
}

/** The maximum number of values in a message: a value of two bytes takes fifty when parsed. */
const maxValues = 4_000_000;
/** Shorter lines cannot have more values. */
const alwaysSmall = maxValues;

const byteOrderMark = [0xef, 0xbb, 0xbf] as const;

/** Parses `bytes`; a byte order mark is a problem, but the rest is still parsed. */
export function readJson(bytes: Uint8Array): ReadJson {
  const problems: Problem[] = [];
  let rest = bytes;
  if (byteOrderMark.every((byte, index) => bytes[index] === byte)) {
    problems.push({ path: '', expected: 'JSON without a byte order mark', found: 'a byte order mark (EF BB BF)' });
    rest = bytes.subarray(byteOrderMark.length);
  }
  const refuse = (expected: string, found: string): ReadJson => ({
    value: undefined,
    problems: [...problems, { path: '', expected, found }],
  });
  if (!isUtf8(rest)) return refuse('UTF-8', describeBadByte(rest));
  if (rest.length > alwaysSmall && countValues(rest) > maxValues) {
    return refuse(`a message of at most ${maxValues} values`, 'more');
  }
  const text = Buffer.from(rest.buffer, rest.byteOffset, rest.length).toString('utf8');
  try {
    return { value: JSON.parse(text), problems };
  } catch {
    return refuse('JSON', describeSyntaxError(text) ?? 'something else');
  }
}

/** Whether the line is blank. */
export function isBlank(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d);
}

/** Describes the first byte that is not UTF-8. */
function describeBadByte(bytes: Uint8Array): string {
  const replacement = '\uFFFD';
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8');
  let offset = 0;
  for (const part of text.split(replacement)) {
    offset += Buffer.byteLength(part);
    const isReal = bytes[offset] === 0xef && bytes[offset + 1] === 0xbf && bytes[offset + 2] === 0xbd;
    if (!isReal) break;
    offset += 3;
  }
  const byte = bytes[offset]?.toString(16).padStart(2, '0').toUpperCase();
  return byte === undefined ? 'something else' : `the byte ${byte} at position ${offset + 1}`;
}

/** Counts commas and opening brackets outside strings: a lower bound of the number of values. */
function countValues(bytes: Uint8Array): number {
  let count = 0;
  let isString = false;
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index];
    if (isString) {
      if (byte === 0x5c) index += 1;
      else if (byte === 0x22) isString = false;
    } else if (byte === 0x22) isString = true;
    else if (byte === 0x2c || byte === 0x5b || byte === 0x7b) count += 1;
  }
  return count;
}
