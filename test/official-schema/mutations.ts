/**
 * A message with one thing changed: a field taken away, renamed or added, or a value replaced by one of another type,
 * by null, by a number out of range or by a tag that means something else.
 */
import * as fc from 'fast-check';

/** One change, chosen by numbers so that it fits any message; smaller numbers are simpler changes. */
export interface Mutation {
  readonly place: number;
  readonly change: number;
  readonly word: number;
}

export const mutations: fc.Arbitrary<Mutation> = fc.record({
  place: fc.nat(255),
  change: fc.nat(255),
  word: fc.nat(255),
});

/** What a schema gives a meaning to. */
export interface Vocabulary {
  /** Tags and values of enums. */
  readonly values: readonly string[];
  /** Names of fields. */
  readonly names: readonly string[];
}

type Path = readonly (string | number)[];

const replacements: readonly unknown[] = ['unknown', 7, true, {}, [], '', 0, -1, 1.5, 2 ** 40, [null], { a: null }];

/** Applies `mutation` to a copy of `value`: half of the time to the value or one of its own fields, else anywhere. */
export function mutate(value: unknown, mutation: Mutation, { values, names }: Vocabulary): unknown {
  const everywhere = [...pathsOf(value, [])];
  const near = everywhere.filter((each) => each.length <= 1);
  const path = pick(mutation.place % 2 === 0 ? near : everywhere, Math.floor(mutation.place / 2));
  const target = valueAt(value, path);
  const name = pick(names, mutation.word);
  const changes: unknown[] = [null, null, null, ...replacements];
  if (typeof path.at(-1) === 'string') changes.unshift(removed, removed, removed, new Moved(name));
  if (typeof target === 'string')
    changes.push(...[0, 61, 122, 183].map((offset) => pick(values, mutation.word + offset)));
  if (isObject(target)) changes.push(...['a', {}, null].map((added) => ({ ...target, [name]: added })));
  return changeAt(value, path, pick(changes, mutation.change));
}

/** Says that a field is taken away. */
const removed: unique symbol = Symbol('removed');

/** Says that a field keeps its value under another name. */
class Moved {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

function pick<T>(list: readonly T[], number: number): T {
  const chosen = list[number % list.length];
  if (chosen === undefined) throw new Error('there is nothing to choose from');
  return chosen;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Every place in `value`, `value` itself first. */
function* pathsOf(value: unknown, path: Path): Generator<Path> {
  yield path;
  if (Array.isArray(value)) for (const [index, item] of value.entries()) yield* pathsOf(item, [...path, index]);
  else if (isObject(value)) for (const [key, item] of Object.entries(value)) yield* pathsOf(item, [...path, key]);
}

const valueAt = (value: unknown, path: Path): unknown =>
  path.reduce((node, key) => (node as Readonly<Record<string | number, unknown>>)[key], value);

/** Puts `replacement` at `path`. */
function changeAt(value: unknown, [key, ...rest]: Path, replacement: unknown): unknown {
  if (key === undefined) return replacement;
  if (Array.isArray(value)) return value.with(Number(key), changeAt(value[Number(key)], rest, replacement));
  const fields = value as Readonly<Record<string, unknown>>;
  const { [key]: before, ...others } = fields;
  const after = changeAt(before, rest, replacement);
  if (after instanceof Moved) return { ...others, [after.name]: before };
  return after === removed ? others : { ...fields, [key]: after };
}
