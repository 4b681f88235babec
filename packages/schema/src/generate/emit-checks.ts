/**
 * Writes straight-line checks: allocation-free, no `eval`, one `switch` per tag.
 *
 * `isX` takes any value; `hasX` takes what is already known to be an object. Both are strict: where a receiver has to be lenient
 * they say no, and the slow path decides.
 */
import type { Field, Shape, Surface, TypeExpression, UnionShape } from './model.ts';
import { banner, isIdentifier, key, quote } from './source-text.ts';

/** The text of `checks.gen.ts`. */
export function emitChecks(surface: Surface, depth: number): string {
  return new CheckWriter(surface).write(depth);
}

const access = (name: string): string => (isIdentifier(name) ? `.${name}` : `[${quote(name)}]`);

/** Written out at every place: one function for all would look into objects of every form, which is slow. */
const metaTest = '(o._meta === undefined || isMeta(o._meta))';

class CheckWriter {
  readonly #surface: Surface;
  /** Checks of lists, maps and optional types, shared by content. */
  readonly #helpers = new Map<string, string>();

  constructor(surface: Surface) {
    this.#surface = surface;
  }

  write(depth: number): string {
    const shapes = [...this.#surface.shapes.values()];
    const functions = shapes.map((shape) => this.#shape(shape)).join('\n');
    const helpers = [...this.#helpers.values()].join('\n');
    const body = `${functions}\n${helpers}`;
    const used = ['isMeta', 'isI32', 'isI64', 'isListOf', 'isMap', 'isObject', 'isU16', 'isU32', 'isU64'].filter(
      (name) => new RegExp(`\\b${name}\\(`, 'u').test(body),
    );
    const home = '../'.repeat(depth);
    return `${banner}import { ${used.join(', ')}, type Fields } from '${home}primitives.ts';\n\n${body}`;
  }

  #shape(shape: Shape): string {
    const { name } = shape;
    const head = `export function is${name}(v: unknown): boolean {\n`;
    switch (shape.kind) {
      case 'scalar':
        return `${head}  return ${this.#expression(shape.type, 'v')};\n}\n`;
      case 'enum': {
        if (shape.open) return `${head}  return typeof v === 'string';\n}\n`;
        const cases = shape.values.map((each) => `    case ${quote(each.value)}:\n`).join('');
        return `${head}  switch (v) {\n${cases}      return true;\n    default:\n      return false;\n  }\n}\n`;
      }
      case 'choice': {
        const tests = shape.alternatives.map((each) => this.#expression(each.type, 'v'));
        if (!shape.exactlyOne) return `${head}  return ${tests.join(' || ')};\n}\n`;
        return `${head}  return ${tests.map((test) => `Number(${test})`).join(' + ')} === 1;\n}\n`;
      }
      case 'object': {
        const strict = shape.fields.some((field) => !isOptional(field));
        const opening = strict ? `typeof v === 'object' && v !== null` : 'isObject(v)';
        const tests = [
          ...shape.accepts.flatMap((accept) => accept.when.map((each) => `o${access(each)} === undefined`)),
          ...shape.fields.flatMap((field) => this.#field(field)),
          ...shape.choices.map((choice) => `is${choice}(o)`),
        ];
        if (shape.fields.every((field) => field.name !== '_meta')) tests.push(metaTest);
        return (
          `${head}  return ${opening} && has${name}(v as Fields);\n}\n` +
          `function has${name}(o: Fields): boolean {\n  return ${tests.join(' &&\n    ')};\n}\n`
        );
      }
      case 'union':
        return (
          `${head}  return ${shape.keyOptional ? 'isObject(v)' : `typeof v === 'object' && v !== null`} && has${name}(v as Fields);\n}\n` +
          this.#union(shape)
        );
      default:
        throw new Error(`unknown shape ${JSON.stringify(shape satisfies never)}`);
    }
  }

  #field(field: Field): string[] {
    const place = `o${access(field.name)}`;
    const renamed = field.aliases.map((alias) => `(o${access(alias)} === undefined || ${place} !== undefined)`);
    if (!isOptional(field)) return [this.#expression(field.type, place)];
    if (field.type.kind === 'any') return renamed;
    return [`${this.#helper(field.type, true)}(${place})`, ...renamed];
  }

  #union(shape: UnionShape): string {
    const lines: string[] = [`function has${shape.name}(o: Fields): boolean {`];
    const shared = [
      ...shape.accepts.flatMap((accept) => accept.when.map((each) => `o${access(each)} === undefined`)),
      ...shape.shared.flatMap((field) => this.#field(field)),
    ];
    if (shared.length > 0) lines.push(`  if (!(${shared.join(' && ')})) return false;`);
    lines.push(`  switch (o${access(shape.key)}) {`);
    for (const variant of shape.variants) {
      if (variant.mode === 'none') continue;
      lines.push(`    case ${quote(variant.tag)}:`, `      return ${this.#has(variant.type)};`);
    }
    const refused = [...shape.refused.map((each) => each.tag), ...shape.variants.flatMap((variant) => variant.aliases)];
    for (const tag of refused) lines.push(`    case ${quote(tag)}:`);
    if (refused.length > 0) lines.push('      return false;');
    const untagged = shape.variants.find((variant) => variant.mode === 'optional' || variant.mode === 'none');
    const missing = shape.keyOptional ? metaTest : untagged === undefined ? 'false' : this.#has(untagged.type);
    if (missing !== 'false')
      lines.push('    case undefined:', ...(shape.keyOptional ? ['    case null:'] : []), `      return ${missing};`);
    const other = shape.open === undefined ? (untagged === undefined ? 'false' : missing) : this.#has(shape.open.type);
    const typed = `typeof o${access(shape.key)} === 'string'`;
    const fallback = other === 'false' ? 'false' : `${typed} && ${other}`;
    lines.push('    default:', `      return ${fallback};`, '  }', '}', '');
    return lines.join('\n');
  }

  #has(type: string | undefined): string {
    // A variant with a type of its own looks at `_meta` there; once is enough.
    if (type === undefined) return metaTest;
    const shape = this.#surface.shapes.get(type);
    return shape?.kind === 'object' || shape?.kind === 'union' ? `has${type}(o)` : `is${type}(o)`;
  }

  /** An expression that tests `value`, a name or a property that may be read more than once. */
  #expression(type: TypeExpression, value: string): string {
    switch (type.kind) {
      case 'string': {
        if (type.pattern !== undefined) return `${this.#helper(type, false)}(${value})`;
        const typed = `typeof ${value} === 'string'`;
        return type.min === undefined ? typed : `${this.#helper(type, false)}(${value})`;
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
        const target = this.#surface.shapes.get(type.name);
        if (target?.kind === 'scalar') return this.#expression(target.type, value);
        if (target?.kind === 'enum' && target.open) return `typeof ${value} === 'string'`;
        return `is${type.name}(${value})`;
      }
      case 'list':
      case 'map':
      case 'nullable':
        return `${this.#helper(type, false)}(${value})`;
      default:
        throw new Error(`unknown type ${JSON.stringify(type satisfies never)}`);
    }
  }

  /** The name of a function that tests `type`, or its absence too. */
  #helper(given: TypeExpression, optional: boolean): string {
    const type = this.#plain(given);
    const name = `${optional ? 'optional' : 'is'}${helperName(type)}`;
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
    const head = `function ${name}(v: unknown): boolean {\n`;
    const absent = [...(optional ? ['v === undefined'] : []), ...(type.kind === 'nullable' ? ['v === null'] : [])];
    const core = type.kind === 'nullable' ? type.of : type;
    if (core.kind === 'list' && (optional || type.kind === 'list')) {
      const early = absent.length === 0 ? '' : `  if (${absent.join(' || ')}) return true;\n`;
      return `${head}${early}  if (!isListOf(v, ${core.min})) return false;\n  for (let i = 0; i < v.length; i++) if (!(${this.#item(core.of, 'v[i]')})) return false;\n  return true;\n}\n`;
    }
    if (core.kind === 'map') {
      const early = absent.length === 0 ? '' : `  if (${absent.join(' || ')}) return true;\n`;
      if (core.of.kind === 'any') return `${head}  return ${[...absent, 'isObject(v)'].join(' || ')};\n}\n`;
      return `${head}${early}  if (!isMap(v)) return false;\n  for (const key of Object.keys(v)) if (!(${this.#item(core.of, 'v[key]')})) return false;\n  return true;\n}\n`;
    }
    return `${head}  return ${[...absent, this.#core(core)].join(' || ')};\n}\n`;
  }

  #item(type: TypeExpression, value: string): string {
    return this.#expression(type, value);
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
}

const isOptional = (field: Field): boolean => field.optional || field.mayBeAbsent;

function helperName(type: TypeExpression): string {
  switch (type.kind) {
    case 'reference':
      return type.name;
    case 'nullable':
      return `${helperName(type.of)}OrNull`;
    case 'list':
      return `${helperName(type.of)}List${type.min === 0 ? '' : `From${type.min}`}`;
    case 'map':
      return `${helperName(type.of)}Map`;
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

/** A short stable name for a pattern. */
function hash(text: string): string {
  let value = 0;
  for (const character of text) value = (value * 31 + (character.codePointAt(0) ?? 0)) % 1_000_003;
  return String(value);
}
