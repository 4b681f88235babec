/**
 * The settings of proxies, from code, a command line or a file: what each may be, and one sentence if it is not.
 *
 * A proxy checks its options itself, so that a mistake never leaves it without the limits that it was given.
 */

/** What one setting may be. */
export interface Setting<T> {
  /** The words for it in errors, after "must be". */
  readonly words: string;
  /** Returns the value, also when it was written as text; undefined if it cannot be used. */
  readonly read: (value: unknown) => T | undefined;
}

/** One setting for each option. */
export type Settings<T> = { readonly [Name in keyof T]-?: Setting<NonNullable<T[Name]>> };

/** Checks the settings of `proxy`; throws a `TypeError` that names the setting. */
export function readSettings<T extends object>(
  proxy: string,
  given: unknown,
  { settings, required = [] }: { readonly settings: Settings<T>; readonly required?: readonly (keyof T & string)[] },
): T {
  const names = Object.keys(settings);
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw new TypeError(`${proxy}: the settings must be an object, not ${shown(given)}.`);
  const fields = given as Readonly<Record<string, unknown>>;
  const missing = required.find((name) => fields[name] === undefined);
  if (missing !== undefined)
    throw new TypeError(`${proxy} needs ${missing}, which must be ${settings[missing].words}.`);
  const entries = Object.entries(fields).flatMap(([name, value]) => {
    if (!names.includes(name)) {
      const known = names.length === 0 ? 'it has no settings' : `there is ${names.join(', ')}`;
      throw new TypeError(`${proxy} has no setting "${name}"; ${known}.`);
    }
    if (value === undefined) return [];
    const { words, read } = settings[name as keyof T];
    const found = read(value);
    if (found === undefined) throw new TypeError(`${proxy}: ${name} must be ${words}, not ${shown(value)}.`);
    return [[name, found]];
  });
  return Object.fromEntries(entries) as T;
}

/** A value as errors show it; JSON has no word for some. */
function shown(value: unknown): string {
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  return typeof value === 'function' ? 'a function' : JSON.stringify(value);
}

const numberIn = (value: unknown): number =>
  typeof value === 'string' && value.trim() !== '' ? Number(value) : typeof value === 'number' ? value : Number.NaN;

/** An integer from 1 on. */
export const positiveInteger: Setting<number> = {
  words: 'a positive integer',
  read: (value) => {
    const number = numberIn(value);
    return Number.isSafeInteger(number) && number > 0 ? number : undefined;
  },
};

/** A number above 0. */
export const positiveNumber: Setting<number> = {
  words: 'a positive number',
  read: (value) => {
    const number = numberIn(value);
    return Number.isFinite(number) && number > 0 ? number : undefined;
  },
};

/** A string that is not empty. */
export const nonEmptyText: Setting<string> = {
  words: 'a non-empty string',
  read: (value) => (typeof value === 'string' && value !== '' ? value : undefined),
};

/** A list of strings; one string is a list of one. */
export const texts: Setting<readonly string[]> = {
  words: 'a non-empty string or a list of them',
  read: (value) => {
    const list: readonly unknown[] = Array.isArray(value) ? value : [value];
    return list.every((each) => nonEmptyText.read(each) !== undefined) ? (list as readonly string[]) : undefined;
  },
};

/** A function. */
export const callable = <F extends (...given: never[]) => unknown>(): Setting<F> => ({
  words: 'a function',
  read: (value) => (typeof value === 'function' ? (value as F) : undefined),
});

/** An object with these methods, described by `words`. */
export const withMethods = <T extends object>(
  words: string,
  ...methods: readonly (keyof T & string)[]
): Setting<T> => ({
  words,
  read: (value) =>
    typeof value === 'object' && methods.every((name) => typeof (value as Partial<T> | null)?.[name] === 'function')
      ? (value as T)
      : undefined,
});

/** One of some words. */
export const oneOf = <T extends string>(...words: readonly T[]): Setting<T> => ({
  words: words.map((word) => `"${word}"`).join(' or '),
  read: (value) => words.find((word) => word === value),
});
