/** What is wrong with a value, described so that a developer can act on it. */

/** One thing that is wrong: where, what was expected there, and what was found instead. */
export interface Problem {
  /** JSON Pointer into the checked value; empty for the value itself. */
  readonly path: string;
  /** What the protocol expects there: `a string`, `one of text, image`. */
  readonly expected: string;
  /** What was found instead; long strings are cut, and possible credentials are not repeated. */
  readonly found: string;
}

/** One thing that was repaired because the protocol asks receivers to be lenient there. */
export interface Repair extends Problem {
  /**
   * What happened to the value at `path`: it was left out, given its present name or form, or filled in because it was
   * missing.
   */
  readonly action: 'dropped' | 'skipped' | 'renamed' | 'converted' | 'filled';
}

/** What a validator returns: the value, with what was repaired in it, or what is wrong. */
export type Checked<T> =
  | { readonly ok: true; readonly value: T; readonly repairs: readonly Repair[] }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** Formats a problem for people: `path: expected …; found …`. */
export function formatProblem({ path, expected, found }: Problem): string {
  return `${path === '' ? '(message)' : path}: expected ${expected}; found ${found}`;
}

/** What is expected where only some values are allowed. */
export function oneOf(words: readonly string[]): string {
  const named = words.filter((word) => word !== '');
  return named.length === 1 ? JSON.stringify(named[0]) : `one of ${named.join(', ')}`;
}

/** Appends one step to a JSON Pointer. */
export function joinPath(path: string, key: string | number): string {
  return typeof key === 'number' ? `${path}/${key}` : `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/**
 * Not as a literal: one character beyond Latin-1 would make an engine store the whole file with two bytes per
 * character.
 */
const ellipsis = String.fromCodePoint(0x20_26);
const maxQuoteLength = 60;
/** Values below these fields may be credentials, which no error may repeat (GEN-24). */
const secret = /\/(?:env|headers)(?:\/|$)/u;

/** Describes `value` briefly, without repeating a possible credential. */
export function describe(value: unknown, path: string): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  if (typeof value === 'object') return 'an object';
  if (secret.test(path)) return `a ${typeof value}`;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value !== 'string') return `a ${typeof value}`;
  return JSON.stringify(value.length > maxQuoteLength ? value.slice(0, maxQuoteLength) + ellipsis : value);
}
