/** A value in a script file, with its path in the file. Reading it checks its type; errors contain the line. */
import { formatProblem, type Validator } from '@acp-stack/schema';

import type { JsonSource } from '../json/json-source.ts';
import { ScriptFileError } from './script-file-error.ts';

export class ScriptValue {
  readonly #source: JsonSource;
  readonly #file: string;
  readonly #path: readonly string[];
  readonly value: unknown;

  constructor(source: JsonSource, file: string, value: unknown, path: readonly string[] = []) {
    this.#source = source;
    this.#file = file;
    this.#path = path;
    this.value = value;
  }

  get isList(): boolean {
    return Array.isArray(this.value);
  }

  get isObject(): boolean {
    return typeof this.value === 'object' && this.value !== null && !this.isList;
  }

  /** The fields of an object. */
  entries(): readonly (readonly [string, ScriptValue])[] {
    if (!this.isObject) throw this.problem('must be an object');
    return Object.entries(this.value as object).map(([key, value]) => [key, this.#below(key, value)]);
  }

  /** The fields of an object; a name that is not in `names` is an error. */
  object<N extends string>(names: readonly N[]): ReadonlyMap<N, ScriptValue> {
    const entries = new Map(this.entries());
    for (const [name, field] of entries) {
      if (!names.includes(name as N)) throw field.problem(`is not allowed here; allowed are ${names.join(', ')}`);
    }
    return entries as ReadonlyMap<string, ScriptValue> as ReadonlyMap<N, ScriptValue>;
  }

  list(): readonly ScriptValue[] {
    if (!this.isList) throw this.problem('must be a list');
    return (this.value as readonly unknown[]).map((value, index) => this.#below(String(index), value));
  }

  text(): string {
    if (typeof this.value !== 'string') throw this.problem('must be a string');
    return this.value;
  }

  /** A non-empty string. */
  words(): string {
    if (this.text() === '') throw this.problem('must not be empty');
    return this.text();
  }

  flag(): boolean {
    if (typeof this.value !== 'boolean') throw this.problem('must be true or false');
    return this.value;
  }

  /** A whole number from `min` to `max`. */
  count(min: number, max: number): number {
    const { value } = this;
    if (Number.isSafeInteger(value) && Number(value) >= min && Number(value) <= max) return Number(value);
    throw this.problem(`must be a whole number from ${min} to ${max}`);
  }

  oneOf<T extends string>(choices: readonly T[]): T {
    const found = choices.find((choice) => choice === this.value);
    if (found === undefined) throw this.problem(`must be one of ${choices.join(', ')}`);
    return found;
  }

  /** A value of the protocol, checked by its validator. */
  checked<T>(validator: Pick<Validator<T>, 'check'>): T {
    const checked = validator.check(this.value);
    if (checked.ok) return checked.value;
    const [first] = checked.problems;
    if (first?.path === '') throw this.problem(`must be ${first.expected}, not ${first.found}`);
    throw this.problem(first === undefined ? 'is malformed' : `is malformed: ${formatProblem(first)}`);
  }

  /** An error about this value; `words` follow its name. */
  problem(words: string): ScriptFileError {
    const name = this.#path.length === 0 ? 'The script' : `"${this.#path.join('.')}"`;
    return new ScriptFileError(this.#file, this.#source.lineOf(this.#path), `${name} ${words}.`);
  }

  #below(key: string, value: unknown): ScriptValue {
    return new ScriptValue(this.#source, this.#file, value, [...this.#path, key]);
  }
}

/** A required field. */
export function required<N extends string>(
  field: ScriptValue,
  fields: ReadonlyMap<N, ScriptValue>,
  name: N,
): ScriptValue {
  const found = fields.get(name);
  if (found === undefined) throw field.problem(`needs "${name}"`);
  return found;
}
