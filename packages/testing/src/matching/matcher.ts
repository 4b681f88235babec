/**
 * Whether a value is what a test asked for, and if not, where it differs.
 *
 * A plain object asks only for the fields it names, at every depth; a list asks for exactly its entries. A function anywhere inside
 * decides for itself.
 */

/** What a test asks for: a value, a partial object, or a function that says whether a value will do. */
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

/** Where a value differs from what was asked for. */
export interface Difference {
  /** Such as `params.update.content[0]`; empty for the value itself. */
  readonly path: string;
  readonly expected: string;
  readonly found: string;
}

const mostCharacters = 300;

/** The first difference, or undefined when `value` is what `matcher` asks for. */
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

/** A value as short text, for people. */
export function preview(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'function') return value.name === '' ? 'what a function accepts' : value.name;
  const text = jsonOf(value);
  return text.length > mostCharacters ? `${text.slice(0, mostCharacters)}… (${text.length} characters)` : text;
}

/** Values without JSON still have to be shown somehow. */
function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value) ?? `a ${typeof value}`;
  } catch (error) {
    return `a ${typeof value} without JSON (${error instanceof Error ? error.message : 'it cannot be written'})`;
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

/** A function refuses by answering false, by saying what it wanted, or by throwing, as assertions do. */
function decided(decide: (value: unknown) => unknown, value: unknown, path: string): Difference | undefined {
  let answer: unknown;
  try {
    answer = decide(value);
  } catch (error) {
    return { path, expected: error instanceof Error ? error.message : String(error), found: preview(value) };
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
