/**
 * Where a value ends that follows a name: in quotes, in brackets, the value of a header, or a word.
 *
 * Each character is read a limited number of times: a quote or a bracket without an end does not make the next one read
 * the same text again.
 */

/** How much a list or an object may have; one that is longer, or has an empty line, ends with its first line. */
const maxBrackets = 4096;
const maxEscapes = 8;
const quotes = new Set(['"', "'", '`']);
const word = /[^\s"'&<]+/uy;

/** A value that was read. */
export interface Value {
  readonly end: number;
  readonly kind: 'quoted' | 'brackets' | 'word';
  /** Of brackets without an end: how far it was looked for. */
  readonly triedTo?: number;
}

/** How a value is read. */
export interface ReadOptions {
  /** Whether the text may go on after its end. */
  readonly isOpen: boolean;
  /** Whether brackets end in their line or not at all. */
  readonly isOneLine: boolean;
}

/** Reads the value at a place. */
export function valueAt(text: string, at: number, options: ReadOptions): Value | undefined {
  const { isOpen } = options;
  const quote = openingAt(text, at);
  if (quote !== undefined) {
    const end = closingOf(text, quote);
    if (end !== -1) return { end, kind: 'quoted' };
    const line = lineEnd(text, at);
    if (isOpen && line === text.length) return { end: line, kind: 'quoted' };
    return wordAt(text, quote.begin);
  }
  const first = text.charAt(at);
  if (first === '[' || first === '{') return bracketsAt(text, at, options);
  return wordAt(text, at);
}

/** Where the value of a header ends: with its line, or with the quotes around the header. */
export function headerEnd(
  text: string,
  { at, around }: { readonly at: number; readonly around: Quote | undefined },
): number {
  if (around !== undefined) {
    const end = closingOf(text, { ...around, begin: at });
    return end === -1 ? lineEnd(text, at) : end - 1 - Math.min(around.escapes, escapesBefore(text, end - 1));
  }
  const own = openingAt(text, at);
  if (own !== undefined) {
    const end = closingOf(text, own);
    return end === -1 ? lineEnd(text, at) : end;
  }
  let place = at;
  while (place < text.length && text.charAt(place) !== '\n') {
    const quote = openingAt(text, place);
    // A quote that begins no parameter ends the text that the header is in.
    if (quote !== undefined && text.charAt(place - 1) !== '=') return place;
    const end = quote === undefined ? place + 1 : closingOf(text, quote);
    if (end === -1) return lineEnd(text, place);
    place = end;
  }
  return place;
}

/** A quote, possibly escaped in a string of JSON. */
export interface Quote {
  readonly character: string;
  /** The number of backslashes before it. */
  readonly escapes: number;
  /** The place after it. */
  readonly begin: number;
}

function openingAt(text: string, at: number): Quote | undefined {
  let place = at;
  while (text.charAt(place) === '\\' && place - at < maxEscapes) place += 1;
  const character = text.charAt(place);
  return quotes.has(character) ? { character, escapes: place - at, begin: place + 1 } : undefined;
}

/** The quote before a place. */
export function openingBefore(text: string, at: number): Quote | undefined {
  const character = text.charAt(at - 1);
  return quotes.has(character) ? { character, escapes: escapesBefore(text, at - 1), begin: at } : undefined;
}

function escapesBefore(text: string, at: number): number {
  let count = 0;
  while (count < maxEscapes && text.charAt(at - count - 1) === '\\') count += 1;
  return count;
}

/** The place after the closing quote, in the same line and before `last`; -1 if there is none. */
function closingOf(text: string, { character, escapes, begin }: Quote, last = text.length): number {
  for (let place = begin; place < last; place += 1) {
    const each = text.charAt(place);
    if (each === '\n') return -1;
    if (each !== character) continue;
    const before = Math.min(escapesBefore(text, place), place - begin);
    if (before <= escapes || (escapes === 0 && before % 2 === 0)) return place + 1;
  }
  return -1;
}

function bracketsAt(text: string, at: number, { isOpen, isOneLine }: ReadOptions): Value {
  const kind = 'brackets';
  const last = Math.min(text.length, at + maxBrackets);
  let depth = 0;
  let hasQuotes = true;
  let place = at;
  for (; place < last; place += 1) {
    const each = text.charAt(place);
    if (each === '[' || each === '{') depth += 1;
    else if (each === ']' || each === '}') depth -= 1;
    else if (each === '\n' && (isOneLine || text.charAt(place + 1) === '\n')) break;
    else if (hasQuotes && (each === '"' || each === '\\')) {
      const quote = openingAt(text, place);
      const end = quote === undefined ? place + 1 : closingOf(text, quote, last);
      hasQuotes = end !== -1;
      if (hasQuotes) place = end - 1;
    }
    if (depth === 0) return { end: place + 1, kind };
  }
  if (isOpen && place === text.length) return { end: place, kind };
  const line = text.slice(at, place).indexOf('\n');
  return { end: line === -1 ? place : at + line, kind, triedTo: place };
}

function wordAt(text: string, at: number): Value | undefined {
  word.lastIndex = at;
  return word.test(text) ? { end: word.lastIndex, kind: 'word' } : undefined;
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end === -1 ? text.length : end;
}
