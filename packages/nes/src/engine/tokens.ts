/**
 * Splits lines of any language into tokens: words, numbers, strings and signs, separated by white space.
 *
 * There is no grammar. The comment syntax depends on the language, if it is known. Text between backticks is read as
 * code, which it often is.
 */

export interface Token {
  readonly kind: 'word' | 'number' | 'string' | 'sign';
  readonly text: string;
  /** Columns in the line. */
  readonly start: number;
  readonly end: number;
  /** Whether the token is an opening or a closing bracket. */
  readonly bracket?: 'open' | 'close';
}

const pattern =
  /(?<word>[\p{L}_$][\p{L}\p{N}_$]*)|(?<number>\d[\w.]*)|(?<string>"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')|=>|->|::|\?\.|\?\?|&&|\|\||[=!]==?|[<>]=|[-+*/%|&^]=|\+\+|--|\.\.\.?|\/\/|\/\*|\*\/|[^\s]/gu;

/** Longer lines have no tokens: they are not edited by hand. */
const longestLine = 1000;
const maxCached = 20_000;
const cache = new Map<string, readonly Token[]>();

/** The tokens of a line without its line ending. */
export function tokensOf(line: string): readonly Token[] {
  if (line.length > longestLine) return [];
  const known = cache.get(line);
  if (known !== undefined) return known;
  const tokens = withBrackets([...line.matchAll(pattern)].map(toToken));
  if (cache.size >= maxCached) cache.clear();
  cache.set(line, tokens);
  return tokens;
}

function toToken({ 0: text, index, groups = {} }: RegExpExecArray): Token {
  const { word, number, string } = groups;
  const kind = word !== undefined ? 'word' : number !== undefined ? 'number' : string !== undefined ? 'string' : 'sign';
  return { kind, text, start: index, end: index + text.length };
}

export const isWord = (token: Token | undefined): boolean => token?.kind === 'word';

const severalParts = /\p{Ll}\p{Lu}|\p{L}_\p{L}/u;

/** Whether a word has several parts, so that it hardly has two meanings. */
export const isDistinct = (token: Token | undefined): boolean =>
  token?.kind === 'word' && token.text.length >= 8 && severalParts.test(token.text);

/** The texts of tokens, without the white space between them. */
export const textsOf = (tokens: readonly Token[]): string => tokens.map(({ text }) => text).join('\u0001');

export const areEqual = (left: readonly Token[], right: readonly Token[]): boolean =>
  left.length === right.length && left.every(({ text }, index) => text === right[index]?.text);

/** The similarity of two lines by their tokens, from 0 to 1. */
export function likenessOf(left: readonly Token[], right: readonly Token[]): number {
  if (left.length === 0 || right.length === 0) return 0;
  const [one, other] = [countsOf(left), countsOf(right)];
  let common = 0;
  for (const [text, count] of one) common += Math.min(count, other.get(text) ?? 0);
  return (2 * common) / (left.length + right.length);
}

const counted = new WeakMap<readonly Token[], ReadonlyMap<string, number>>();

/**
 * The number of occurrences of each text among the tokens; cached, because the same lines are compared again and again.
 */
function countsOf(tokens: readonly Token[]): ReadonlyMap<string, number> {
  const known = counted.get(tokens);
  if (known !== undefined) return known;
  const counts = new Map<string, number>();
  for (const { text } of tokens) counts.set(text, (counts.get(text) ?? 0) + 1);
  counted.set(tokens, counts);
  return counts;
}

const openers = new Map([
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
  ['<', '>'],
]);
const closers = new Set([')', ']', '}']);

/** Marks the brackets. Angle brackets count if they come in pairs without white space, as in `Array<string>`. */
function withBrackets(tokens: readonly Token[]): readonly Token[] {
  const angles: number[] = [];
  const pairs = new Set<number>();
  for (const [index, { text, start }] of tokens.entries()) {
    const before = tokens[index - 1];
    if (before === undefined || before.end !== start) continue;
    if (text === '<' && isWord(before)) angles.push(index);
    const opened = text === '>' ? angles.pop() : undefined;
    if (opened !== undefined) pairs.add(opened).add(index);
  }
  return tokens.map((token, index): Token => {
    const { text } = token;
    if (token.kind !== 'sign') return token;
    if (text === '<' || text === '>')
      return pairs.has(index) ? { ...token, bracket: text === '<' ? 'open' : 'close' } : token;
    if (openers.has(text)) return { ...token, bracket: 'open' };
    return closers.has(text) ? { ...token, bracket: 'close' } : token;
  });
}

/** Whether all brackets are closed in the order in which they were opened. */
export function isBalanced(tokens: readonly Token[]): boolean {
  const awaited: (string | undefined)[] = [];
  for (const { text, bracket } of tokens) {
    if (bracket === 'open') awaited.push(openers.get(text));
    else if (bracket === 'close' && awaited.pop() !== text) return false;
  }
  return awaited.length === 0;
}

/** The index of the bracket that closes the one at `index`; -1 if it is not in the line. */
export function closingIndex(tokens: readonly Token[], index: number): number {
  let depth = 0;
  for (let at = index; at < tokens.length; at += 1) {
    const { bracket } = tokens[at] ?? {};
    if (bracket === 'open') depth += 1;
    else if (bracket === 'close') depth -= 1;
    if (depth === 0) return at;
  }
  return -1;
}

const commentSigns = ['//', '/*', '*', '#', '--'] as const;
const withHash = new Set([
  'python',
  'ruby',
  'shellscript',
  'perl',
  'yaml',
  'toml',
  'r',
  'elixir',
  'dockerfile',
  'makefile',
]);
const withDashes = new Set(['lua', 'sql', 'haskell', 'ada']);

/** The column at which a comment starts; infinite if the line has none. */
export function commentStart(tokens: readonly Token[], languageId: string): number {
  const [hash, dashes] = [withHash.has(languageId), withDashes.has(languageId)];
  const found = tokens.find(({ kind, text }, index) => {
    if (kind !== 'sign' || !(commentSigns as readonly string[]).includes(text)) return false;
    if (text === '*') return index === 0;
    if (text === '#') return hash;
    if (text === '--') return dashes;
    return !hash || text === '/*';
  });
  return found?.start ?? Number.POSITIVE_INFINITY;
}
