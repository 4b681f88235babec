/**
 * Finds credentials by their names and shapes; docs/guides/use-acp-traces.md lists them.
 *
 * A secret is found by the name before it, as in an assignment, an option, a tag or a header, by a shape that only keys
 * have, or because it looks random. Others are not found.
 */
import { keyShapes } from './key-shapes.ts';

/** The replacement of a secret. */
export const hidden = '(hidden)';

const names = [
  String.raw`token`,
  String.raw`secret`,
  String.raw`passw(?:or)?d`,
  String.raw`passphrase`,
  String.raw`passcode`,
  String.raw`credentials?`,
  String.raw`(?:api|access|account|auth|client|encryption|private|secret|signing)[-_. ]?key`,
].join('|');
/** Names that are too short to be looked for inside of other words. */
const shortNames = String.raw`(?:t?otp|one[-_ ]?time[-_ ]?(?:code|password)|pin(?:[-_ ]?code)?|cvv|cvc|mnemonic|seed[-_ ]?phrase)`;

/** Fields whose values are or contain credentials. */
const secretFields = new RegExp(
  String.raw`^(?:env|headers|(?:set-)?cookies?|.*(?:${names}|authorization)|(?:.*[-_. ])?${shortNames})$`,
  'iu',
);
/** The same in camel case. */
const secretWords = /[a-z\d](?:T?[Oo][Tt][Pp]|P[Ii][Nn](?:[Cc]ode)?|C[Vv][VvCc]|Mnemonic|SeedPhrase)$/u;
/** Counts of tokens are not tokens. */
const tokenFields = /tokens$/iu;

/** Whether the value of a field is a secret, by the name of the field; `value` tells tokens from their number. */
export function isSecretName(name: string, value?: unknown): boolean {
  if (tokenFields.test(name)) return typeof value === 'string' || (Array.isArray(value) && value.some(isString));
  return secretFields.test(name) || secretWords.test(name);
}

const isString = (value: unknown): value is string => typeof value === 'string';

const secretOption = new RegExp(String.raw`^--?[\w-]*(?:${names}|authorization)$|^--?(?:[\w-]*-)?${shortNames}$`, 'iu');

/** Whether the next argument of a command is a secret. */
export const isSecretOption = (argument: unknown): boolean =>
  typeof argument === 'string' && secretOption.test(argument);

/** A value in quotes, possibly escaped in a JSON string, or up to the next space. */
const value = String.raw`(?:\\?"[^"\n]*"|'[^'\n]*'|[^\s"'&<]+)`;
const assigned = String.raw`\\?["']?(?:\s{0,4}[:=]\s{0,4})`;

/** What is found by its name. */
const named: readonly RegExp[] = [
  // Headers, also in quotes of a shell or of JSON.
  /(?<=\b(?:(?:proxy-)?authorization|(?:set-)?cookie)\\?["']?\s{0,4}[:=]\s{0,4}\\?["']?)[^\s"'\\][^\n"'\\]*/giu,
  /\b(?:Bearer|Basic)\s+[\w.~+/=-]{8,}/giu,
  // Passwords in addresses, and keys in queries.
  /(?<=\/\/)[^\s/:@]*:[^\s/@]+(?=@)/gu,
  /(?<=[?&](?:key|code|sig|signature)=)[^&\s"']+/giu,
  // Assignments in any notation, sentences, and options of commands.
  new RegExp(String.raw`(?<=(?:${names})${assigned})${value}`, 'giu'),
  new RegExp(String.raw`(?<=\b${shortNames}${assigned})${value}`, 'giu'),
  new RegExp(
    String.raw`(?<=\b(?:password|passphrase|passcode|otp|pin)\s{1,4}is\s{1,4}["'\u0060]?)(?=\S*\d)[^\s"'\u0060]+`,
    'giu',
  ),
  /(?<=tokens\\?["']?\s{0,4}[:=]\s{0,4})\[[^\]\n]{0,10000}["'][^\]\n]{0,10000}\]/giu,
  new RegExp(String.raw`(?<=(?<!\S)--?[\w-]{0,40}(?:${names})\s{1,4})(?!-)${value}`, 'giu'),
  new RegExp(String.raw`(?<=\b[A-Z][A-Z\d_]{0,60}(?:KEY|_PASS|_PWD|_AUTH|_PIN|_OTP)=)${value}`, 'gu'),
  /(?<=(?<!\S)(?:-u|--user)[ =])[^\s:"']+:[^\s"']+/gu,
];
/** `<password>…</password>`: the group is what is hidden. */
const tagged = new RegExp(
  String.raw`<[\w.:-]{0,40}?(?:${names}|${shortNames})(?:\s[^<>]{0,200})?>(?<secret>[^<]+)`,
  'giu',
);

/** Words that look random: long, of letters in both cases and digits, without a pattern. */
const word = /(?<![\w+/=-])[\w+=-]{32,512}(?![\w+/=-])/gu;
const minEntropy = 4.2;

/** Keys of hexadecimal digits look like digests, so the words before them tell which they are. */
const hexWord = /(?<![\w+/=-])(?:0x)?[\da-f]{32,512}(?![\w+/=-])/giu;
const minHexEntropy = 3;
/** How far before a word its context reaches. */
const contextLength = 100;
const keyContext = /key|token|secret|passw|passphrase|credential|auth(?!or)|bearer|signature|\bpin\b|\botp\b/iu;
const digestContext =
  /commit|digest|hash|checksum|\bsha-?\d*\b|\bmd5\b|\bblob\b|\btree\b|parent|object|\bindex\b|revision|\brev\b|\bref\b|etag|integrity|merge|\bhead\b/iu;

/** A part of a text. */
export interface Span {
  /** Where it begins. */
  readonly start: number;
  /** Where it has ended: the place after its last character. */
  readonly end: number;
}

/** What is looked for. */
export interface SearchOptions {
  /** Whether words that look random are kept, because they are ids. */
  readonly keepsRandom?: boolean;
  /** The name of the field that the text is the value of. */
  readonly field?: string;
}

/** The parts of a text that look like secrets, in order and without overlap. */
export function secretSpans(text: string, { keepsRandom = false, field = '' }: SearchOptions = {}): readonly Span[] {
  const spans: Span[] = [];
  for (const pattern of [...keyShapes, ...named]) {
    for (const { index, 0: found } of text.matchAll(pattern)) spans.push({ start: index, end: index + found.length });
  }
  if (text.includes('<')) {
    for (const { index, 0: found, groups } of text.matchAll(tagged)) {
      const end = index + found.length;
      spans.push({ start: end - (groups?.['secret']?.length ?? 0), end });
    }
  }
  for (const { index, 0: found } of keepsRandom ? [] : text.matchAll(word)) {
    if (looksRandom(found)) spans.push({ start: index, end: index + found.length });
  }
  for (const { index, 0: found } of keepsRandom ? [] : text.matchAll(hexWord)) {
    const before = `${field} ${text.slice(Math.max(0, index - contextLength), index)}`;
    if (isHexKey(found, before)) spans.push({ start: index, end: index + found.length });
  }
  return merged(spans);
}

/** Whether hexadecimal digits are a key: called so, or random and not called a digest. */
function isHexKey(found: string, before: string): boolean {
  const lineBefore = before.slice(before.lastIndexOf('\n') + 1);
  if (keyContext.test(lineBefore)) return true;
  if (digestContext.test(lineBefore)) return false;
  const isMixed = /[a-f]/iu.test(found) && /\d/u.test(found);
  return keyContext.test(before) || (isMixed && entropyOf(found) >= minHexEntropy);
}

/** The parts that look like keys when the line breaks in the text are left out. */
export function wrappedKeySpans(text: string): readonly Span[] {
  if (!text.includes('\n')) return [];
  const places: number[] = [];
  let joined = '';
  for (const line of text.matchAll(/[^\r\n]+/gu)) {
    for (let offset = 0; offset < line[0].length; offset += 1) places.push(line.index + offset);
    joined += line[0];
  }
  const found = keyShapes.flatMap((shape) => [...joined.matchAll(shape)]);
  return merged(
    found
      .map(({ index, 0: key }) => ({ start: places[index] ?? 0, end: (places[index + key.length - 1] ?? 0) + 1 }))
      .filter(({ start, end }) => text.slice(start, end).includes('\n')),
  );
}

function merged(spans: readonly Span[]): readonly Span[] {
  const all: Span[] = [];
  for (const span of spans.toSorted((left, right) => left.start - right.start || right.end - left.end)) {
    const last = all.at(-1);
    if (last === undefined || span.start >= last.end) all.push(span);
    else if (span.end > last.end) all[all.length - 1] = { start: last.start, end: span.end };
  }
  return all;
}

/** The union of two lists of spans. */
export const unionOf = (left: readonly Span[], right: readonly Span[]): readonly Span[] => merged([...left, ...right]);

/** The text with `hidden` in the place of each part. */
function withoutSpans(text: string, spans: readonly Span[]): string {
  let shown = '';
  let from = 0;
  for (const { start, end } of spans) {
    shown += text.slice(from, start) + hidden;
    from = end;
  }
  return from === 0 ? text : shown + text.slice(from);
}

/** Replaces every secret that is found. */
export const withoutSecrets = (text: string, options?: SearchOptions): string =>
  withoutSpans(text, secretSpans(text, options));

/**
 * Whether a word has letters of both cases and digits in no order; hexadecimal digests and dashed names do not count.
 */
function looksRandom(found: string): boolean {
  if (!/[a-z]/u.test(found) || !/[A-Z]/u.test(found) || (found.match(/\d/gu) ?? []).length < 3) return false;
  return entropyOf(found) >= minEntropy;
}

/** Bits for each character. */
function entropyOf(found: string): number {
  const counts = new Map<string, number>();
  for (const character of found) counts.set(character, (counts.get(character) ?? 0) + 1);
  let entropy = 0;
  for (const count of counts.values()) entropy -= (count / found.length) * Math.log2(count / found.length);
  return entropy;
}
