/** One question asked of one value: is it what the protocol says, and if not, why. */
import type { Problem, Repair } from './problem.ts';
import { salvage } from './salvage.ts';
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

/** Joins a generated fast check with the slow path that explains. */
export function createValidator<T>(name: string, matches: (value: unknown) => boolean, table: Table): Validator<T> {
  const is = matches as (value: unknown) => value is T;
  return {
    name,
    is,
    check: (value) => (is(value) ? { ok: true, value, repairs: none } : (salvage(table, name, value) as Checked<T>)),
  };
}
