/**
 * Glob patterns, matched without regular expressions: the time is at most proportional to pattern length times text
 * length. Libraries that compile patterns to regular expressions can be made to run for minutes.
 *
 * `*` and `?` match characters of one name, `[a-z]` matches one character of a set, `**` any number of names, `{a,b}`
 * either.
 */
import { WorkspaceError } from '../contract/workspace-error.ts';

/** Whether a name, or a path with `/`, matches. */
export type Matcher = (text: string) => boolean;

type Token =
  | { readonly kind: 'text'; readonly character: string }
  | { readonly kind: 'one' }
  | { readonly kind: 'many' }
  | { readonly kind: 'set'; readonly isNegated: boolean; readonly ranges: readonly (readonly [string, string])[] };

const maxAlternatives = 200;

/** Whether `text` contains special characters of a pattern. */
export const isGlob = (text: string): boolean => /[*?[{]/u.test(text);

/**
 * Matches paths relative to a root: a pattern without `/` is compared with the last name, any other with the whole
 * path.
 */
export function pathGlob(pattern: string): Matcher {
  const matchers = alternatives(pattern).map((each) => {
    const trimmed = each.replace(/^\.?\//u, '');
    if (each.includes('/')) return segmentsGlob(trimmed);
    const name = nameGlob(trimmed);
    return (path: string) => name(path.slice(path.lastIndexOf('/') + 1));
  });
  return (path) => matchers.some((matches) => matches(path));
}

/** Matches whole paths; `**` between slashes matches any number of names. */
export function segmentsGlob(pattern: string): Matcher {
  const names = pattern.split('/');
  // The content of a folder does not include the folder itself.
  if (names.at(-1) === '**') names.push('*');
  const parts = names.map((name) => (name === '**' ? undefined : nameGlob(name)));
  return (path) => {
    const segments = path.split('/');
    return matchSequence(segments.length, parts, {
      isMany: (part) => part === undefined,
      fits: (part, index) => part?.(segments[index] ?? '') === true,
    });
  };
}

/** Matches one name; the pattern has no braces. */
export function nameGlob(pattern: string): Matcher {
  if (!/[*?[\\]/u.test(pattern)) return (name) => name === pattern;
  const ending = pattern.slice(1);
  if (pattern.startsWith('*') && !/[*?[\\]/u.test(ending)) return (name) => name.endsWith(ending);
  const tokens = tokenize(pattern);
  return (name) => {
    const characters = Array.from(name);
    return matchSequence(characters.length, tokens, {
      isMany: (token) => token.kind === 'many',
      fits: (token, index) => fitsToken(token, characters[index] ?? ''),
    });
  };
}

/**
 * Matches parts against a sequence; a part for many items takes as few as possible, and more if the rest does not
 * match.
 */
function matchSequence<Part>(
  length: number,
  parts: readonly Part[],
  { isMany, fits }: { isMany: (part: Part) => boolean; fits: (part: Part, index: number) => boolean },
): boolean {
  let index = 0;
  let at = 0;
  let lastMany = -1;
  let retryFrom = 0;
  while (index < length) {
    const part = at < parts.length ? (parts[at] as Part) : undefined;
    if (at < parts.length && isMany(part as Part)) {
      lastMany = at;
      retryFrom = index;
      at += 1;
    } else if (at < parts.length && fits(part as Part, index)) {
      at += 1;
      index += 1;
    } else if (lastMany !== -1) {
      retryFrom += 1;
      index = retryFrom;
      at = lastMany + 1;
    } else return false;
  }
  while (at < parts.length && isMany(parts[at] as Part)) at += 1;
  return at === parts.length;
}

function fitsToken(token: Token, character: string): boolean {
  if (token.kind === 'text') return token.character === character;
  if (token.kind !== 'set') return true;
  return token.ranges.some(([from, to]) => from <= character && character <= to) !== token.isNegated;
}

function tokenize(pattern: string): Token[] {
  const characters = Array.from(pattern);
  const tokens: Token[] = [];
  for (let index = 0; index < characters.length; index += 1) {
    const character = characters[index] ?? '';
    if (character === '*') {
      if (tokens.at(-1)?.kind !== 'many') tokens.push({ kind: 'many' });
    } else if (character === '?') tokens.push({ kind: 'one' });
    else if (character === '\\') {
      index += 1;
      tokens.push({ kind: 'text', character: characters[index] ?? '\\' });
    } else {
      const set = character === '[' ? readSet(characters, index) : undefined;
      tokens.push(set?.token ?? { kind: 'text', character });
      index = set?.end ?? index;
    }
  }
  return tokens;
}

/** Reads the set that starts at `start`; undefined if it is not closed, and the bracket is an ordinary character. */
function readSet(characters: readonly string[], start: number): { token: Token; end: number } | undefined {
  let index = start + 1;
  const isNegated = characters[index] === '!' || characters[index] === '^';
  if (isNegated) index += 1;
  const ranges: (readonly [string, string])[] = [];
  for (let isFirst = true; index < characters.length; isFirst = false) {
    if (characters[index] === ']' && !isFirst) return { token: { kind: 'set', isNegated, ranges }, end: index };
    if (characters[index] === '\\') index += 1;
    const from = characters[index] ?? '';
    const isRange = characters[index + 1] === '-' && ![']', undefined].includes(characters[index + 2]);
    ranges.push([from, isRange ? (characters[index + 2] ?? from) : from]);
    index += isRange ? 3 : 1;
  }
  return undefined;
}

/** Expands the braces of a pattern. */
function alternatives(pattern: string): string[] {
  const done: string[] = [];
  const queue = [pattern];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    const braces = /^(.*?)\{([^{}]*,[^{}]*)\}(.*)$/su.exec(next);
    if (braces === null) done.push(next);
    else queue.push(...(braces[2] ?? '').split(',').map((choice) => `${braces[1]}${choice}${braces[3]}`));
    if (done.length + queue.length > maxAlternatives) {
      throw new WorkspaceError('invalid', `The pattern ${pattern.slice(0, 80)} has too many alternatives in braces.`);
    }
  }
  return done;
}
