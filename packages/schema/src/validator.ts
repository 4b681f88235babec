/** One question asked of one value: is it what the protocol says, and if not, why. */
import { dictionary } from './dictionary.ts';
import type { Check, Checks } from './primitives.ts';
import type { Problem, Repair } from './problem.ts';
import { salvage } from './salvage.ts';
import { createCheck } from './table-check.ts';
import type { Table } from './table.ts';

/** The answer of a validator: the value, with what was mended in it, or what is wrong. */
export type Checked<T> =
  | { readonly ok: true; readonly value: T; readonly repairs: readonly Repair[] }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** Checks values against one definition of the protocol. */
export interface Validator<T> {
  /** The name of the definition. */
  readonly name: string;

  /** Whether `value` is exactly what the protocol says; the leniency owed to peers is not applied. */
  is(value: unknown): value is T;

  /**
   * Answers with the value or with what is wrong. Never throws, and never changes `value`: where the protocol asks receivers to be
   * lenient, the answer holds a mended copy, otherwise the very same value.
   */
  check(value: unknown): Checked<T>;
}

const none: readonly Repair[] = Object.freeze([]);

type Generated = readonly (Check | undefined)[];
type Validators = Readonly<Record<string, Validator<unknown>>>;

/** Joins the strict check of each definition, generated or made from the table, with the slow path that mends and explains. */
export function createValidators(names: readonly string[], generated: Generated, table: Table): Validators {
  const validators: Record<string, Validator<unknown>> = dictionary({});
  const made: Record<string, Check> = dictionary({});
  const make: Checks = (name) => (made[name] ??= createCheck(table, name, find));
  const find: Checks = (name) => generated[names.indexOf(name)] ?? make(name);
  // Every program waits for this when it starts.
  for (let index = 0; index < names.length; index += 1) {
    const name = names[index] as string;
    validators[name] = createValidator(name, generated[index] ?? make(name), table);
  }
  return validators;
}

function createValidator(name: string, matches: Check, table: Table): Validator<unknown> {
  return {
    name,
    is: matches as (value: unknown) => value is unknown,
    check: (value) => (matches(value) ? { ok: true, value, repairs: none } : salvage(table, name, value)),
  };
}
