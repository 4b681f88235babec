/** Secrets that are found by the name before them: in assignments, headers, addresses, options, tags and sentences. */
import { looksLikeKey, names, shortNames } from './secret-names.ts';
import { spansOfPatterns, type Span } from './spans.ts';
import { headerEnd, openingBefore, valueAt, type Value } from './value-end.ts';

/** What may be around a name and before its value: quotes, also escaped ones, brackets, and the marks of Markdown. */
const closed = String.raw`(?<quote>\\{0,8}["'\u0060])?\]?[*_]{0,3}`;
const assigned = String.raw`\s{0,4}(?::=|=>|->|={1,3}|:)\*{0,3}\s{0,4}`;

/** Names with what is before their value; the value is read from the end of the match. */
const assignments: readonly RegExp[] = [
  new RegExp(String.raw`(?:${names}|\b${shortNames}|(?<key>\bkey))(?<plural>s)?${closed}${assigned}`, 'giu'),
  // Options of commands.
  new RegExp(String.raw`(?<!\S)--?[\w-]{0,40}?(?:${names})\s{1,4}(?!-)`, 'giu'),
  /\b[A-Z][A-Z\d_]{0,60}(?:KEY|_PASS|_PWD|_AUTH|_PIN|_OTP)=/gu,
];
/** The whole line is the value, also in the quotes of a shell or of JSON. */
const header = new RegExp(
  String.raw`\b(?:(?:proxy-)?authorization|(?:set-)?cookie)${closed}\s{0,4}[:=]\*{0,3}\s{0,4}`,
  'giu',
);

/** Passwords and keys in addresses. */
const addresses: readonly RegExp[] = [
  /(?<kept>\/\/)[^\s/:@]{0,1000}:[^\s/@]{1,4000}(?=@)/gu,
  /(?<kept>\/\/)(?=[^\s/:@]{0,1000}\d)[^\s/:@]{20,1000}(?=@)/gu,
  new RegExp(
    String.raw`(?<kept>[?&#](?:[\w.-]{0,40}?(?:${names}|signature)|key|code|sig|auth|pass|pwd)=)[^&\s"'#<>]+`,
    'giu',
  ),
];

const others: readonly RegExp[] = [
  /\b(?:[Bb]earer|BEARER)\s{1,8}[\w.~+/=-]{8,}/gu,
  // Many things are basic, but few of them have digits, or capitals inside.
  /\b(?:[Bb]asic|BASIC)\s{1,8}(?=[\w.~+/-]{0,400}?(?:[\d=]|[a-z][A-Z]))[\w.~+/=-]{8,}/gu,
  new RegExp(
    String.raw`(?<kept>\b(?:password|passphrase|passcode|otp|pin)\s{1,4}is\s{1,4}["'\u0060]?)(?=\S{0,200}\d)[^\s"'\u0060]+`,
    'giu',
  ),
  /(?<kept>(?<!\S)(?:-u|--user)[ =]["']?)[^\s:"']{1,1000}:[^\s"']+/gu,
  new RegExp(
    String.raw`(?<kept><[\w.:-]{0,40}?(?:${names}|${shortNames})(?:\s[^<>]{0,200})?>)(?:[^<]{1,4096}(?=</)|[^<\n]+)`,
    'giu',
  ),
];

/** The passwords and keys in an address, in any order. */
export const addressSpans = (text: string): readonly Span[] => spansOfPatterns(text, addresses);

/** The secrets in a text that have a name, in any order; `isOpen` says that the text may go on. */
export function namedSpans(text: string, isOpen: boolean): readonly Span[] {
  const spans = [...addressSpans(text), ...spansOfPatterns(text, others)];
  for (const pattern of assignments) {
    let done = 0;
    let triedTo = 0;
    for (const { index, 0: found, groups } of text.matchAll(pattern)) {
      const start = index + found.length;
      // A name inside of a value is a part of that value.
      const value = start < done ? undefined : valueAt(text, start, { isOpen, isOneLine: start < triedTo });
      if (value === undefined) continue;
      if (isSecretValue(text.slice(start, value.end), value.kind, groups)) spans.push({ start, end: value.end });
      done = value.end;
      triedTo = Math.max(triedTo, value.triedTo ?? 0);
    }
  }
  let done = 0;
  for (const { index, 0: found, groups } of text.matchAll(header)) {
    const start = index + found.length;
    if (start < done) continue;
    const around = groups?.['quote'] === undefined ? openingBefore(text, index) : undefined;
    done = headerEnd(text, { at: start, around });
    if (done > start) spans.push({ start, end: done });
  }
  return spans;
}

/** Words of programs that stand in the place of a value. */
const placeholder =
  /^(?:string|number|boolean|bigint|object|undefined|null|none|nil|true|false|unknown|any|void|never|readonly|required|optional|\$\{[\w.]{1,80}\})[;:,.)\]}|?!]*$/iu;
const emptyQuotes = /^\\{0,8}["'\u0060]\\{0,8}["'\u0060]$/u;
const quotesAround = /^\\{0,8}["'\u0060]|\\{0,8}["'\u0060]$/gu;
/** A list or an object that has texts. */
const quotedInside = /["'\u0060]/u;
const quotedField = /[:=]\s{0,4}\\{0,8}["'\u0060]/u;
const letter = /[a-z]/iu;

/** `tokens` may be counts, and a `key` or `secrets` may be about something else. */
function isSecretValue(
  value: string,
  kind: Value['kind'],
  groups: Readonly<Record<string, string>> | undefined,
): boolean {
  const isPlural = groups?.['plural'] !== undefined;
  const isKey = groups?.['key'] !== undefined;
  if (kind === 'word' && placeholder.test(value)) return false;
  if (isKey)
    return kind !== 'brackets' && looksLikeKey(value.replaceAll(quotesAround, '').replace(/[;,.)\]}]{1,4}$/u, ''));
  if (kind === 'quoted' && emptyQuotes.test(value)) return false;
  if (!isPlural) return true;
  if (kind === 'quoted') return true;
  if (kind === 'word') return looksLikeKey(value);
  return value.startsWith('[') ? quotedInside.test(value) || letter.test(value) : quotedField.test(value);
}
