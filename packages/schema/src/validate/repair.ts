/**
 * The slow path of every validator: repairs what the protocol lets a receiver repair, and explains the rest.
 *
 * The given value is never changed: a repaired value is a copy along the changed path. The work is linear in the size
 * of the value: free-form parts are not visited, lists and maps longer than the limit are refused, and the number of
 * reports is limited.
 */
import type {
  AcceptedForm,
  ChoiceDefinition,
  Definitions,
  FieldDefinition,
  ObjectDefinition,
  SimpleType,
  UnionDefinition,
  ValueType,
  VariantDefinition,
} from './definition.ts';
import { maxListLength, maxReports } from './limits.ts';
import { olderForms } from './older-forms.ts';
import { isObject, type Fields } from './primitives.ts';
import { describe, formatProblem, joinPath, oneOf, type Checked, type Problem, type Repair } from './problem.ts';
import { simpleTypes } from './simple-types.ts';

/** Stands for a value that cannot be repaired; the reasons are in the reports. */
const invalid: unique symbol = Symbol('invalid');

/** The definition that a union's value belongs to, and the value. */
interface Choice {
  readonly type: string | undefined;
  readonly value: Fields;
  /** The tag is unknown; the variant that needs no tag is tried. */
  readonly isGuess?: boolean;
}

/** Checks `value` against the definition `name`. */
export function repair(definitions: Definitions, name: string, value: unknown): Checked<unknown> {
  const walk = new Walk(definitions);
  const repaired = walk.named(name, value, '');
  if (repaired === invalid) return { ok: false, problems: walk.problems };
  return { ok: true, value: repaired, repairs: walk.repairs };
}

class Walk {
  problems: Problem[] = [];
  repairs: Repair[] = [];
  readonly #definitions: Definitions;

  constructor(definitions: Definitions) {
    this.#definitions = definitions;
  }

  named(name: string, value: unknown, path: string): unknown {
    const entry = this.#definitions[name];
    switch (entry?.kind) {
      case 'scalar':
        return this.#type(entry.type, value, path);
      case 'enum':
        if (entry.open === true) return this.#simple('string', value, path);
        if (typeof value === 'string' && entry.values.includes(value)) return value;
        return this.#refuse(path, oneOf(entry.values), value);
      case 'object':
        return this.#object(entry, value, path);
      case 'union':
        return this.#union(entry, value, path);
      case 'choice':
        return this.#choice(entry, value, path);
      case undefined:
        throw new Error(`Unknown definition ${name}.`);
      default:
        return entry satisfies never;
    }
  }

  #refuse(path: string, expected: string, value: unknown): typeof invalid {
    return this.#report({ path, expected, found: describe(value, path) });
  }

  #report(problem: Problem): typeof invalid {
    if (this.problems.length < maxReports) this.problems.push(problem);
    return invalid;
  }

  #repair(action: Repair['action'], problem: Problem): void {
    if (this.repairs.length < maxReports) this.repairs.push({ action, ...problem });
  }

  // -------------------------------------------------------------------------------------------- types

  #type(type: ValueType, value: unknown, path: string): unknown {
    if (typeof type === 'string') return this.#simple(type, value, path);
    if ('ref' in type) return this.named(type.ref, value, path);
    if ('orNull' in type) return value === null ? null : this.#nonNull(type.orNull, value, path);
    if ('list' in type) return this.#list(type, value, path, false);
    if ('map' in type) return this.#map(type.map, value, path);
    if ('literal' in type)
      return value === type.literal ? value : this.#refuse(path, JSON.stringify(type.literal), value);
    if ('int' in type) {
      const [test, words] = simpleTypes[type.int];
      if (test(value) && (value as number) >= type.min) return value;
      return this.#refuse(path, `${words}, at least ${type.min}`, value);
    }
    if ('f64' in type) {
      const [min, max] = type.f64;
      if (typeof value === 'number' && value >= min && value <= max) return value;
      return this.#refuse(path, `a number from ${min} to ${max}`, value);
    }
    const { min = 0, pattern } = type.text;
    if (typeof value !== 'string') return this.#refuse(path, 'a string', value);
    if (value.length < min) return this.#refuse(path, 'a string that is not empty', value);
    if (pattern === undefined || new RegExp(pattern, 'u').test(value)) return value;
    return this.#refuse(path, `a string that matches ${pattern}`, value);
  }

  /** Checks a value that may also be null; its problem mentions that. */
  #nonNull(type: ValueType, value: unknown, path: string): unknown {
    const start = this.problems.length;
    const repaired = this.#type(type, value, path);
    if (repaired === invalid) {
      this.problems = this.problems.map((problem, index) =>
        index >= start && problem.path === path ? { ...problem, expected: `${problem.expected} or null` } : problem,
      );
    }
    return repaired;
  }

  #simple(type: SimpleType, value: unknown, path: string): unknown {
    const [test, words] = simpleTypes[type];
    return test(value) ? value : this.#refuse(path, words, value);
  }

  #list(
    type: { readonly list: ValueType; readonly min?: number },
    value: unknown,
    path: string,
    skip: boolean,
  ): unknown {
    const { list, min = 0 } = type;
    if (!Array.isArray(value)) return this.#refuse(path, 'a list', value);
    if (value.length < min) return this.#refuse(path, `a list of at least ${min}`, value);
    if (value.length > maxListLength) return this.#refuse(path, `a list of at most ${maxListLength}`, value);
    let copy: unknown[] | undefined;
    let failed = false;
    for (const [index, item] of value.entries()) {
      const start = this.problems.length;
      const place = joinPath(path, index);
      const repaired = this.#type(list, item, place);
      if (repaired === invalid && skip) {
        copy ??= value.slice(0, index);
        this.#forgive('skipped', start, 'a valid entry', item, place);
      } else if (repaired === invalid) {
        failed = true;
        if (this.problems.length >= maxReports) break;
      } else if (copy !== undefined) copy.push(repaired);
      else if (repaired !== item) copy = [...value.slice(0, index), repaired];
    }
    return failed ? invalid : (copy ?? value);
  }

  #map(type: ValueType, value: unknown, path: string): unknown {
    if (!isObject(value)) return this.#refuse(path, 'an object', value);
    const entries = type === 'any' ? [] : Object.entries(value);
    if (entries.length > maxListLength)
      return this.#refuse(path, `an object of at most ${maxListLength} entries`, value);
    let changed = false;
    let failed = false;
    for (const entry of entries) {
      const repaired = this.#type(type, entry[1], joinPath(path, entry[0]));
      if (repaired === invalid) failed = true;
      else if (repaired !== entry[1]) {
        entry[1] = repaired;
        changed = true;
      }
      if (failed && this.problems.length >= maxReports) break;
    }
    if (failed) return invalid;
    return changed ? Object.fromEntries(entries) : value;
  }

  /** Turns the problems since `start` into one repair of the value at `path`, which is left out as a whole. */
  #forgive(action: Repair['action'], start: number, expected: string, value: unknown, path: string): void {
    const [first] = this.problems.splice(start);
    if (first === undefined) return;
    if (first.path === path) this.#repair(action, first);
    else {
      const reason = formatProblem({ ...first, path: first.path.slice(path.length) });
      this.#repair(action, { path, expected: `${expected} (${reason})`, found: describe(value, path) });
    }
  }

  // -------------------------------------------------------------------------------------------- objects

  #accept(accepts: readonly AcceptedForm[] = [], value: unknown, path: string): unknown {
    for (const accepted of accepts) {
      const rule = olderForms[accepted.rule];
      const converted = rule?.convert(value);
      if (rule === undefined || converted === undefined) continue;
      this.#repair('converted', { path, expected: rule.expected, found: rule.found });
      return converted;
    }
    return value;
  }

  #object(entry: ObjectDefinition, given: unknown, path: string): unknown {
    if ((given === null || given === undefined) && entry.emptyWhenMissing === true) {
      this.#repair('filled', { path, expected: 'an object', found: describe(given, path) });
      return {};
    }
    const value = this.#accept(entry.accepts, given, path);
    if (!isObject(value)) return this.#refuse(path, 'an object', value);
    let repaired: unknown = value;
    let failed = false;
    for (const choice of entry.choices ?? []) {
      const next = this.named(choice, repaired, path);
      if (next === invalid) failed = true;
      else repaired = next;
    }
    const fields = this.#fields(entry.fields, repaired as Fields, path);
    if (fields === invalid) return invalid;
    for (const names of entry.needs ?? []) {
      if (names.some((name) => fields[name] !== undefined)) continue;
      this.#report({ path, expected: `at least one of ${names.join(', ')}`, found: 'none of them' });
      failed = true;
    }
    return failed ? invalid : fields;
  }

  #fields(fields: readonly FieldDefinition[], given: Fields, path: string): Fields | typeof invalid {
    let value = this.#meta(given, path);
    let failed = false;
    for (const field of fields) {
      value = this.#rename(field, value, path);
      const before = value[field.name];
      if (before === undefined && field.optional === true) continue;
      const after = this.#field(field, before, joinPath(path, field.name));
      if (after === invalid) failed = true;
      else if (after === undefined) value = omit(value, field.name);
      else if (after !== before) value = { ...value, [field.name]: after };
    }
    return failed ? invalid : value;
  }

  /** Drops a malformed `_meta`, which every object may have. */
  #meta(value: Fields, path: string): Fields {
    const meta = value['_meta'];
    if (meta === undefined || meta === null || isObject(meta)) return value;
    const place = joinPath(path, '_meta');
    this.#repair('dropped', { path: place, expected: 'an object', found: describe(meta, place) });
    return omit(value, '_meta');
  }

  #rename({ name, aliases = [] }: FieldDefinition, value: Fields, path: string): Fields {
    const alias = value[name] === undefined ? aliases.find((each) => value[each] !== undefined) : undefined;
    if (alias === undefined) return value;
    this.#repair('renamed', { path: joinPath(path, alias), expected: name, found: alias });
    return { ...omit(value, alias), [name]: value[alias] };
  }

  /** Returns the repaired value of one field; undefined if the field is to be left out. */
  #field(field: FieldDefinition, value: unknown, path: string): unknown {
    const absent = field.optional === true ? undefined : [];
    if (value === null && field.nullIsAbsent === true) {
      this.#repair('dropped', { path, expected: 'a list', found: 'null' });
      return absent;
    }
    const start = this.problems.length;
    const repaired = this.#fieldType(field, value, path);
    if (repaired !== invalid || field.drop !== true || value === undefined) return repaired;
    this.#forgive('dropped', start, 'a valid value', value, path);
    return absent;
  }

  #fieldType({ type, skip }: FieldDefinition, value: unknown, path: string): unknown {
    if (skip !== true || typeof type === 'string') return this.#type(type, value, path);
    if ('list' in type) return this.#list(type, value, path, true);
    if (!('orNull' in type) || typeof type.orNull === 'string' || !('list' in type.orNull)) {
      return this.#type(type, value, path);
    }
    return value === null ? null : this.#list(type.orNull, value, path, true);
  }

  // -------------------------------------------------------------------------------------------- unions

  #union(entry: UnionDefinition, given: unknown, path: string): unknown {
    const value = this.#accept(entry.accepts, given, path);
    if (!isObject(value)) return this.#refuse(path, 'an object', value);
    const shared = this.#fields(entry.shared ?? [], value, path);
    const chosen = this.#choose(entry, shared === invalid ? value : shared, path);
    if (chosen === invalid) return invalid;
    const start = this.problems.length;
    const repaired = chosen.type === undefined ? chosen.value : this.named(chosen.type, chosen.value, path);
    if (repaired === invalid && chosen.isGuess === true) {
      // The tag is wrong: the problems of the fallback variant would only mislead.
      this.problems.length = start;
      this.#refuse(joinPath(path, entry.key), oneOf(entry.variants.map((variant) => variant.tag)), value[entry.key]);
    }
    return shared === invalid ? invalid : repaired;
  }

  /** Picks the variant by the tag; the returned value has its tag repaired where that is allowed. */
  #choose(entry: UnionDefinition, value: Fields, path: string): Choice | typeof invalid {
    const tag = value[entry.key];
    const place = joinPath(path, entry.key);
    const expected = oneOf(entry.variants.map((variant) => variant.tag));
    if (typeof tag !== 'string') return this.#untagged(entry, value, place) ?? this.#refuse(place, expected, tag);
    const refused = entry.refused?.find((each) => each.tag === tag);
    if (refused !== undefined) {
      return this.#report({ path: place, expected, found: `${describe(tag, place)}; ${refused.reason}` });
    }
    return this.#tagged(entry, value, tag, place) ?? this.#refuse(place, expected, tag);
  }

  #tagged({ key, variants, open }: UnionDefinition, value: Fields, tag: string, place: string): Choice | undefined {
    const exact = variants.find((variant) => variant.tag === tag && variant.mode !== 'none');
    if (exact !== undefined) return { type: exact.type, value };
    const alias = variants.find((variant) => variant.aliases?.includes(tag) === true);
    if (alias !== undefined) {
      this.#repair('renamed', { path: place, expected: JSON.stringify(alias.tag), found: JSON.stringify(tag) });
      return { type: alias.type, value: { ...value, [key]: alias.tag } };
    }
    if (open !== undefined) return { type: open.type, value };
    const fallback = variants.find(mayLackTag);
    return fallback === undefined ? undefined : { type: fallback.type, value, isGuess: true };
  }

  #untagged({ key, keyOptional, variants }: UnionDefinition, value: Fields, place: string): Choice | undefined {
    const tag = value[key];
    const bare = variants.find(mayLackTag);
    if (keyOptional === true && (tag === undefined || tag === null)) return { type: undefined, value };
    if (tag === undefined && bare !== undefined) return { type: bare.type, value };
    if (tag !== undefined && (keyOptional === true || bare?.mode === 'optional')) {
      this.#repair('dropped', { path: place, expected: 'a string', found: describe(tag, place) });
      return { type: bare?.type, value: omit(value, key) };
    }
    const filled = tag === undefined ? variants.find((variant) => variant.mode === 'filled') : undefined;
    if (filled === undefined) return undefined;
    this.#repair('filled', { path: place, expected: JSON.stringify(filled.tag), found: 'nothing' });
    return { type: filled.type, value: { [key]: filled.tag, ...value } };
  }

  // -------------------------------------------------------------------------------------------- choices

  #choice(entry: ChoiceDefinition, value: unknown, path: string): unknown {
    const attempts = entry.of.map((type) => this.#attempt(type, value, path));
    const fitting = attempts.filter((attempt) => attempt.value !== invalid);
    const [first] = fitting;
    if (entry.exactlyOne === true && fitting.length > 1) {
      const words = entry.of.map((type) => (typeof type === 'object' && 'ref' in type ? type.ref : 'alternative'));
      return this.#report({ path, expected: `exactly one of ${words.join(', ')}`, found: 'a value that fits several' });
    }
    if (first !== undefined) {
      for (const made of first.repairs) this.#repair(made.action, made);
      return first.value;
    }
    const inside = attempts.filter((attempt) => attempt.problems.some((problem) => problem.path !== path));
    if (inside.length === 0) {
      const words = new Set(attempts.flatMap((attempt) => attempt.problems.map((problem) => problem.expected)));
      return this.#refuse(path, [...words].join(' or '), value);
    }
    const best = inside.reduce((left, right) => (right.problems.length < left.problems.length ? right : left));
    this.problems.push(...best.problems.slice(0, maxReports - this.problems.length));
    return invalid;
  }

  #attempt(type: ValueType, value: unknown, path: string): { value: unknown; problems: Problem[]; repairs: Repair[] } {
    const attempt = new Walk(this.#definitions);
    const repaired = attempt.#type(type, value, path);
    return { value: repaired, problems: attempt.problems, repairs: attempt.repairs };
  }
}

const mayLackTag = (variant: VariantDefinition): boolean => variant.mode === 'optional' || variant.mode === 'none';

/** Copies `value` without `key`; `__proto__` stays an ordinary key. */
function omit(value: Fields, key: string): Fields {
  const copy: Record<string, unknown> = { ...value };
  delete copy[key];
  return copy;
}
