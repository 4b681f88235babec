/**
 * Compares a value with what a test expects, and finds the first difference.
 *
 * An expected object lists only the fields that matter, at every depth; an expected list has exactly its entries. A
 * function at any depth decides by itself.
 */
import { describeError } from '@acp-stack/rpc';

/** What a test expects: a value, a partial object, or a function that decides whether a value matches. */
export type Matcher =
  | ((value: unknown) => unknown)
  | string
  | number
  | boolean
  | null
  | undefined
  | readonly Matcher[]
  | { readonly [key: string]: Matcher }
  | object;

/** Where a value differs from what was expected. */
export interface Difference {
  /** For instance `params.update.content[0]`; empty for the value itself. */
  readonly path: string;
  readonly expected: string;
  readonly found: string;
}

const maxCharacters = 300;

/** The first difference; undefined if `value` matches. */
export function difference(matcher: Matcher, value: unknown, path = ''): Difference | undefined {
  if (typeof matcher === 'function') return decided(matcher as (value: unknown) => unknown, value, path);
  if (Array.isArray(matcher)) return listDifference(matcher, value, path);
  if (!isObject(matcher)) return Object.is(matcher, value) ? undefined : differs(path, matcher, value);
  if (!isObject(value)) return differs(path, matcher, value);
  for (const [key, wanted] of Object.entries(matcher)) {
    const found = difference(wanted as Matcher, value[key], joinPath(path, key));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A difference on one line. */
export function formatDifference({ path, expected, found }: Difference): string {
  return `${path === '' ? '' : `${path}: `}expected ${expected}, found ${found}`;
}

/** A value as a short string for error messages. */
export function preview(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'function') return value.name === '' ? 'a value that a function accepts' : value.name;
  const text = jsonOf(value);
  return text.length > maxCharacters ? `${text.slice(0, maxCharacters)}… (${text.length} characters)` : text;
}

/** A value that cannot be written as JSON is still described. */
function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value) ?? `a ${typeof value}`;
  } catch (error) {
    return `a ${typeof value} that is not JSON (${error instanceof Error ? error.message : 'it cannot be written'})`;
  }
}

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const joinPath = (path: string, key: string): string => (path === '' ? key : `${path}.${key}`);

function listDifference(matcher: readonly unknown[], value: unknown, path: string): Difference | undefined {
  if (!Array.isArray(value) || value.length !== matcher.length) return differs(path, matcher, value);
  for (const [index, wanted] of matcher.entries()) {
    const found = difference(wanted as Matcher, value[index], `${path}[${index}]`);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A function rejects a value by returning false, by returning what it expected, or by throwing, as assertions do. */
function decided(decide: (value: unknown) => unknown, value: unknown, path: string): Difference | undefined {
  let answer: unknown;
  try {
    answer = decide(value);
  } catch (error) {
    return { path, expected: describeError(error), found: preview(value) };
  }
  if (answer === false) return { path, expected: preview(decide), found: preview(value) };
  if (typeof answer === 'string') return { path, expected: answer, found: preview(value) };
  return undefined;
}

const differs = (path: string, expected: unknown, found: unknown): Difference => ({
  path,
  expected: preview(expected),
  found: preview(found),
});
