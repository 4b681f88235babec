/** Checks a value against a definition of the protocol, and explains what is wrong. */
import { dictionary } from './dictionary.ts';
import type { Definitions } from './definition.ts';
import { knownPart, type FieldVisitor } from './known-part.ts';
import type { Check } from './primitives.ts';
import type { Checked, Problem, Repair } from './problem.ts';
import { repair } from './repair.ts';
import { unknownValues } from './unknown-values.ts';

/** Checks values against one definition of the protocol. */
export interface Validator<T> {
  /** The name of the definition. */
  readonly name: string;

  /** Whether `value` is exactly what the protocol says; the leniency owed to peers is not applied. */
  is(value: unknown): value is T;

  /**
   * Returns the value, or what is wrong with it.
   *
   * Never throws, and never changes `value`: where the protocol asks receivers to be lenient, the result holds a
   * repaired copy, otherwise the very same value.
   */
  check(value: unknown): Checked<T>;

  /**
   * Returns a checked value without the fields that the protocol does not define, and without entries of `_meta`.
   *
   * `visitor` sees each field, and may keep those that would be left out. What the protocol leaves open, such as the
   * content of an MCP message, is kept.
   */
  known(value: T, visitor?: FieldVisitor): T;

  /**
   * Returns the values that are accepted because a later version may define them, such as an unknown kind of tool call.
   *
   * Values that begin with an underscore are extensions, and are not among them. `value` may be malformed; such parts
   * are not looked at.
   */
  unknownValues(value: unknown): readonly Problem[];
}

type Checks = Readonly<Record<string, Check>>;
type Validators = Readonly<Record<string, Validator<unknown>>>;

const noRepairs: readonly Repair[] = Object.freeze([]);

/** Joins the strict check of each definition with the slow path that repairs and explains. */
export function createValidators(checks: Checks, readDefinitions: () => Definitions): Validators {
  let definitions: Definitions | undefined;
  const find = (): Definitions => (definitions ??= readDefinitions());
  const validators: Record<string, Validator<unknown>> = dictionary({});
  for (const name in checks) validators[name] = createValidator(name, checks[name] as Check, find);
  return validators;
}

function createValidator(name: string, matches: Check, definitions: () => Definitions): Validator<unknown> {
  return {
    name,
    is: matches as (value: unknown) => value is unknown,
    check: (value) => (matches(value) ? { ok: true, value, repairs: noRepairs } : repair(definitions(), name, value)),
    known: (value, visitor = {}) => knownPart(definitions(), name, value, visitor),
    unknownValues: (value) => unknownValues(definitions(), name, value),
  };
}
