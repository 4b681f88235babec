/**
 * Writes straight-line checks: allocation-free, no `eval`, one `switch` per tag.
 *
 * They are strict: a value for which a receiver has to be lenient fails them, and the slow path decides.
 */
import type { Field, ObjectShape, Shape, Surface, TypeExpression, UnionShape } from './model.ts';
import { banner, isIdentifier, key, quote } from './source-text.ts';

/** The text of `checks.gen.ts`. */
export function emitChecks(surface: Surface, depth: number): string {
  const { functions } = new CheckWriter(surface);
  const list = [...surface.shapes.keys()].map((name) => `  ${name}: is${name},\n`);
  const used = primitives.filter((name) => new RegExp(`\\b${name}\\b`, 'u').test(functions));
  return (
    `${banner}import { ${used.join(', ')}, type Check } from '${'../'.repeat(depth)}validate/primitives.ts';\n\n${functions}\n` +
    `/** The strict check of every definition. */\nexport const checks: Readonly<Record<string, Check>> = {\n${list.join('')}};\n`
  );
}

const primitives = [
  'isFields',
  'isI32',
  'isI64',
  'isListOf',
  'isMap',
  'isMeta',
  'isObject',
  'isU16',
  'isU32',
  'isU64',
] as const;

const access = (name: string): string => (isIdentifier(name) ? `.${name}` : `[${quote(name)}]`);

/** Written out at every place: one shared function would see objects of every shape, which is slow. */
const metaTest = '(v._meta === undefined || isMeta(v._meta))';

const returning = (expression: string): string => `(v: unknown): boolean {\n  return ${expression};\n}\n`;

class CheckWriter {
  /** The text of all checks. */
  readonly functions: string;
  readonly #surface: Surface;
  /** Checks of lists, maps and optional types, shared by content. */
  readonly #helpers = new Map<string, string>();

  constructor(surface: Surface) {
    this.#surface = surface;
    const named = [...surface.shapes].map(([name, shape]) => `function is${name}${this.#body(shape)}`);
    this.functions = [...named, ...this.#helpers.values()].join('\n');
  }

  /** Everything of a check except its name. */
  #body(shape: Shape): string {
    switch (shape.kind) {
      case 'scalar':
        return returning(this.#expression(shape.type, 'v'));
      case 'enum':
        return returning(
          shape.open ? `typeof v === 'string'` : shape.values.map((each) => `v === ${quote(each.value)}`).join(' || '),
        );
      case 'choice': {
        const tests = shape.alternatives.map((each) => this.#expression(each.type, 'v'));
        if (!shape.exactlyOne) return returning(tests.join(' || '));
        return returning(`${tests.map((test) => `Number(${test})`).join(' + ')} === 1`);
      }
      case 'object':
        return this.#object(shape);
      case 'union':
        return this.#union(shape);
      default:
        throw new Error(`unknown shape ${JSON.stringify(shape satisfies never)}`);
    }
  }

  #object(shape: ObjectShape): string {
    // A list has no fields, so it must be told from an object only where no field is required.
    const opening = shape.fields.some((field) => !isOptional(field)) ? 'isFields(v)' : 'isObject(v)';
    const tests = [
      opening,
      ...shape.accepts.flatMap((accepted) => accepted.when.map((each) => `v${access(each)} === undefined`)),
      ...shape.fields.flatMap((field) => this.#field(field)),
      ...shape.choices.map((choice) => `is${choice}(v)`),
      ...shape.needs.map((names) => `(${names.map((name) => `v${access(name)} !== undefined`).join(' || ')})`),
    ];
    if (shape.fields.every((field) => field.name !== '_meta')) tests.push(metaTest);
    return returning(tests.join(' &&\n    '));
  }

  #field(field: Field): string[] {
    const place = `v${access(field.name)}`;
    const renamed = field.aliases.map((alias) => `(v${access(alias)} === undefined || ${place} !== undefined)`);
    if (!isOptional(field)) return [this.#expression(field.type, place)];
    if (field.type.kind === 'any') return renamed;
    return [this.#optional(field.type, place), ...renamed];
  }

  #union(shape: UnionShape): string {
    const opening = shape.keyOptional ? 'isObject(v)' : 'isFields(v)';
    const shared = [
      ...shape.accepts.flatMap((accepted) => accepted.when.map((each) => `v${access(each)} === undefined`)),
      ...shape.shared.flatMap((field) => this.#field(field)),
    ];
    const lines = [
      '(v: unknown): boolean {',
      `  if (!(${[opening, ...shared].join(' && ')})) return false;`,
      `  switch (v${access(shape.key)}) {`,
    ];
    const cases = new Map<string, string[]>();
    for (const variant of shape.variants) {
      if (variant.mode === 'none') continue;
      const test = this.#variant(variant.type);
      cases.set(test, [...(cases.get(test) ?? []), variant.tag]);
    }
    for (const [test, tags] of cases) {
      lines.push(...tags.map((tag) => `    case ${quote(tag)}:`), `      return ${test};`);
    }
    const refused = [...shape.refused.map((each) => each.tag), ...shape.variants.flatMap((variant) => variant.aliases)];
    for (const tag of refused) lines.push(`    case ${quote(tag)}:`);
    if (refused.length > 0) lines.push('      return false;');
    const untagged = shape.variants.find((variant) => variant.mode === 'optional' || variant.mode === 'none');
    const bare = untagged === undefined ? 'false' : this.#variant(untagged.type);
    const missing = shape.keyOptional ? metaTest : bare;
    if (missing !== 'false')
      lines.push('    case undefined:', ...(shape.keyOptional ? ['    case null:'] : []), `      return ${missing};`);
    const other =
      shape.open === undefined ? (untagged === undefined ? 'false' : missing) : this.#variant(shape.open.type);
    const fallback = other === 'false' ? 'false' : `typeof v${access(shape.key)} === 'string' && ${other}`;
    lines.push('    default:', `      return ${fallback};`, '  }', '}', '');
    return lines.join('\n');
  }

  #variant(type: string | undefined): string {
    // The check of a variant with a type of its own tests `_meta`; once is enough.
    return type === undefined ? metaTest : `is${type}(v)`;
  }

  /** An expression that tests `value`, which may be read more than once. */
  #expression(type: TypeExpression, value: string): string {
    switch (type.kind) {
      case 'string': {
        if (type.pattern !== undefined || type.min !== undefined) return `${this.#helper(type, false)}(${value})`;
        return `typeof ${value} === 'string'`;
      }
      case 'bool':
        return `typeof ${value} === 'boolean'`;
      case 'integer': {
        const sized = `is${type.size.toUpperCase()}(${value})`;
        return type.min === undefined ? sized : `(${sized} && (${value} as number) >= ${type.min})`;
      }
      case 'number':
        return type.max === undefined ? `typeof ${value} === 'number'` : `${this.#helper(type, false)}(${value})`;
      case 'any':
        return `${value} !== undefined`;
      case 'null':
        return `${value} === null`;
      case 'literal':
        return `${value} === ${quote(type.value)}`;
      case 'reference': {
        const plain = this.#plain(type);
        return plain.kind === 'reference' ? `is${plain.name}(${value})` : this.#expression(plain, value);
      }
      case 'nullable': {
        const plain = this.#plain(type.of);
        if (plain.kind === 'reference') return `(${value} === null || ${this.#expression(plain, value)})`;
        return `${this.#helper(type, false)}(${value})`;
      }
      case 'list':
      case 'map':
        return `${this.#helper(type, false)}(${value})`;
      default:
        throw new Error(`unknown type ${JSON.stringify(type satisfies never)}`);
    }
  }

  /** An expression that tests `value` if it is present. */
  #optional(type: TypeExpression, value: string): string {
    const core = this.#plain(type.kind === 'nullable' ? type.of : type);
    if (core.kind !== 'reference') return `${this.#helper(type, true)}(${value})`;
    return `(${value} ${type.kind === 'nullable' ? '== null' : '=== undefined'} || ${this.#expression(core, value)})`;
  }

  /** The name of a function that tests `type`; with `optional`, an absent value passes too. */
  #helper(given: TypeExpression, optional: boolean): string {
    const type = this.#plain(given);
    const name = `${optional ? 'optional' : 'is'}${this.#helperName(type)}`;
    if (this.#helpers.has(name)) return name;
    this.#helpers.set(name, '');
    this.#helpers.set(name, this.#helperText(name, type, optional));
    return name;
  }

  /** Follows named scalars, so that a session id and a message id share one check. */
  #plain(type: TypeExpression): TypeExpression {
    if (type.kind === 'nullable') return { kind: 'nullable', of: this.#plain(type.of) };
    if (type.kind === 'list') return { ...type, of: this.#plain(type.of) };
    if (type.kind === 'map') return { kind: 'map', of: this.#plain(type.of) };
    if (type.kind === 'string') {
      const { min, pattern } = type;
      return { kind: 'string', ...(min === undefined ? {} : { min }), ...(pattern === undefined ? {} : { pattern }) };
    }
    if (type.kind !== 'reference') return type;
    const target = this.#surface.shapes.get(type.name);
    if (target?.kind === 'scalar') return this.#plain(target.type);
    return target?.kind === 'enum' && target.open ? { kind: 'string' } : type;
  }

  #helperText(name: string, type: TypeExpression, optional: boolean): string {
    const absent = [...(optional ? ['v === undefined'] : []), ...(type.kind === 'nullable' ? ['v === null'] : [])];
    const either = absent.length === 2 ? 'v == null' : absent.join('');
    const core = type.kind === 'nullable' ? type.of : type;
    const head = `function ${name}(v: unknown): boolean {\n`;
    const early = either === '' ? '' : `  if (${either}) return true;\n`;
    if (core.kind === 'list') {
      return `${head}${early}  if (!isListOf(v, ${core.min})) return false;\n  for (let i = 0; i < v.length; i++) if (!(${this.#expression(core.of, 'v[i]')})) return false;\n  return true;\n}\n`;
    }
    if (core.kind === 'map' && core.of.kind !== 'any') {
      return `${head}${early}  if (!isMap(v)) return false;\n  for (const key of Object.keys(v)) if (!(${this.#expression(core.of, 'v[key]')})) return false;\n  return true;\n}\n`;
    }
    const test = core.kind === 'map' ? 'isObject(v)' : this.#core(core);
    return `function ${name}${returning(either === '' ? test : `${either} || ${test}`)}`;
  }

  #core(type: TypeExpression): string {
    if (type.kind === 'string' && type.pattern !== undefined) {
      return `(typeof v === 'string' && /${type.pattern}/u.test(v))`;
    }
    if (type.kind === 'string' && type.min !== undefined) return `(typeof v === 'string' && v.length >= ${type.min})`;
    if (type.kind === 'number' && type.max !== undefined) {
      return `(typeof v === 'number' && v >= ${type.min} && v <= ${type.max})`;
    }
    return this.#expression(type, 'v');
  }

  #helperName(type: TypeExpression): string {
    switch (type.kind) {
      case 'reference':
        return type.name;
      case 'nullable':
        return `${this.#helperName(type.of)}OrNull`;
      case 'list':
        return `${this.#helperName(type.of)}List${type.min === 0 ? '' : `From${type.min}`}`;
      case 'map':
        return `${this.#helperName(type.of)}Map`;
      case 'integer':
        return `${type.size.toUpperCase()}${type.min === undefined ? '' : `From${type.min}`}`;
      case 'number':
        return type.max === undefined ? 'Number' : `NumberFrom${type.min}To${type.max}`;
      case 'string': {
        if (type.pattern !== undefined) return `Text${hash(type.pattern)}`;
        return type.min === undefined ? 'String' : `StringFrom${type.min}`;
      }
      case 'literal':
        return `Literal${key(type.value)}`;
      case 'bool':
      case 'any':
      case 'null':
        return type.kind.charAt(0).toUpperCase() + type.kind.slice(1);
      default:
        throw new Error(`unknown type ${JSON.stringify(type satisfies never)}`);
    }
  }
}

const isOptional = (field: Field): boolean => field.optional || field.mayBeAbsent;

/** A short stable name for a pattern. */
function hash(text: string): string {
  let value = 0;
  for (const character of text) value = (value * 31 + (character.codePointAt(0) ?? 0)) % 1_000_003;
  return String(value);
}
