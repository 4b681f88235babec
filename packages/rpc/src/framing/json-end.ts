/**
 * Finds the end of a JSON value in bytes, without making a value of it.
 *
 * What it accepts, `JSON.parse` accepts. The reverse does not hold: a value with white space between its parts, or one
 * that is nested too deep, is not accepted, and has to be parsed. The bytes must be valid UTF-8.
 */

const quote = 0x22;
const plus = 0x2b;
const comma = 0x2c;
const minus = 0x2d;
const dot = 0x2e;
const zero = 0x30;
const nine = 0x39;
const colon = 0x3a;
const openingBracket = 0x5b;
const backslash = 0x5c;
const closingBracket = 0x5d;
const openingBrace = 0x7b;
const closingBrace = 0x7d;
const space = 0x20;
const smallU = 0x75;

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
/** The letters that may follow a backslash, except `u`. */
const escapes = new Set(bytesOf('"\\/bfnrt'));
const hexDigits = new Set(bytesOf('0123456789abcdefABCDEF'));
const [trueText, falseText, nullText] = [bytesOf('true'), bytesOf('false'), bytesOf('null')];

/** Returned in place of an index if the bytes are not a value that is accepted. */
export const notAccepted = -1;

/** Returns the index after the value that begins at `at`; its objects and arrays may be nested `levels` deep. */
export function jsonEnd(bytes: Uint8Array, at: number, levels: number): number {
  const first = bytes[at];
  if (first === quote) return stringEnd(bytes, at);
  if (first === openingBrace) return objectEnd(bytes, at, levels - 1);
  if (first === openingBracket) return arrayEnd(bytes, at, levels - 1);
  if (first === trueText[0]) return constantEnd(bytes, at, trueText);
  if (first === falseText[0]) return constantEnd(bytes, at, falseText);
  if (first === nullText[0]) return constantEnd(bytes, at, nullText);
  return numberEnd(bytes, at);
}

/** Returns the index after `constant`, if it is what begins at `at`. */
export function constantEnd(bytes: Uint8Array, at: number, constant: Uint8Array): number {
  for (let index = 0; index < constant.length; index += 1) {
    if (bytes[at + index] !== constant[index]) return notAccepted;
  }
  return at + constant.length;
}

function stringEnd(bytes: Uint8Array, start: number): number {
  let at = start + 1;
  for (;;) {
    const byte = bytes[at] ?? 0;
    if (byte === quote) return at + 1;
    if (byte < space) return notAccepted;
    if (byte === backslash) {
      at = escapeEnd(bytes, at + 1);
      if (at === notAccepted) return notAccepted;
    } else at += 1;
  }
}

/** `at` is the index of what follows the backslash. */
function escapeEnd(bytes: Uint8Array, at: number): number {
  const letter = bytes[at] ?? 0;
  if (letter !== smallU) return escapes.has(letter) ? at + 1 : notAccepted;
  const end = at + 5;
  for (let index = at + 1; index < end; index += 1) if (!hexDigits.has(bytes[index] ?? 0)) return notAccepted;
  return end;
}

function objectEnd(bytes: Uint8Array, start: number, levels: number): number {
  if (levels < 0) return notAccepted;
  let at = start + 1;
  if (bytes[at] === closingBrace) return at + 1;
  for (;;) {
    if (bytes[at] !== quote) return notAccepted;
    at = stringEnd(bytes, at);
    if (at === notAccepted || bytes[at] !== colon) return notAccepted;
    at = jsonEnd(bytes, at + 1, levels);
    if (at === notAccepted) return notAccepted;
    const next = bytes[at];
    at += 1;
    if (next === closingBrace) return at;
    if (next !== comma) return notAccepted;
  }
}

function arrayEnd(bytes: Uint8Array, start: number, levels: number): number {
  if (levels < 0) return notAccepted;
  let at = start + 1;
  if (bytes[at] === closingBracket) return at + 1;
  for (;;) {
    at = jsonEnd(bytes, at, levels);
    if (at === notAccepted) return notAccepted;
    const next = bytes[at];
    at += 1;
    if (next === closingBracket) return at;
    if (next !== comma) return notAccepted;
  }
}

function numberEnd(bytes: Uint8Array, start: number): number {
  let at = bytes[start] === minus ? start + 1 : start;
  // Nothing but a fraction or an exponent may follow a zero.
  at = bytes[at] === zero ? at + 1 : digitsEnd(bytes, at);
  if (at !== notAccepted && bytes[at] === dot) at = digitsEnd(bytes, at + 1);
  if (at === notAccepted || !isExponent(bytes[at])) return at;
  const sign = bytes[at + 1];
  return digitsEnd(bytes, sign === plus || sign === minus ? at + 2 : at + 1);
}

/** There must be one digit at least. */
function digitsEnd(bytes: Uint8Array, start: number): number {
  let at = start;
  while (isDigit(bytes[at])) at += 1;
  return at === start ? notAccepted : at;
}

const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= zero && byte <= nine;
const isExponent = (byte: number | undefined): boolean => byte === 0x65 || byte === 0x45;
