/** Writes plain TypeScript types: what users see when they hover. */
import type { Field, ObjectShape, Shape, Surface, TypeExpression, UnionShape } from './model.ts';
import { banner, docComment, key, quote } from './source-text.ts';

/** The text of `types.gen.ts`; `depth` is how many folders below `src` the file is. */
export function emitTypes(surface: Surface, depth: number): string {
  const shapes = [...surface.shapes.values()];
  const parts = shapes.map(emitShape);
  const body = parts.join('\n');
  const helpers = ['Extension', 'ExtensionVariant'].filter((name) => new RegExp(`\\b${name}\\b`, 'u').test(body));
  const home = '../'.repeat(depth);
  return (
    banner +
    (helpers.length === 0 ? '' : `import type { ${helpers.join(', ')} } from '${home}shared/extension.ts';\n`) +
    '\n/** Free-form metadata that any object may carry; unknown keys have no meaning. */\n' +
    'export type Meta = { readonly [key: string]: unknown } | null;\n\n' +
    body
  );
}

function emitShape(shape: Shape): string {
  const doc = docComment(withStability(shape.doc, shape.stability));
  switch (shape.kind) {
    case 'scalar':
      return `${doc}export type ${shape.name} = ${typeText(shape.type)};\n`;
    case 'enum': {
      const values = shape.values.map((each) => `\n  | ${quote(each.value)}`);
      const open = shape.open ? '\n  | Extension' : '';
      return `${doc}export type ${shape.name} =${values.join('')}${open};\n`;
    }
    case 'choice':
      return `${doc}export type ${shape.name} = ${shape.alternatives.map((each) => typeText(each.type)).join(' | ')};\n`;
    case 'object':
      return emitObject(shape, doc);
    case 'union':
      return emitUnion(shape, doc);
    default:
      throw new Error(`unknown shape ${JSON.stringify(shape satisfies never)}`);
  }
}

function emitObject(shape: ObjectShape, doc: string): string {
  const fields = shape.fields.map((field) => fieldText(field)).join('');
  const meta = shape.fields.some((field) => field.name === '_meta') ? '' : '  readonly _meta?: Meta;\n';
  const received = shape.fields.filter((field) => field.mayBeAbsent);
  const extra = received.length === 0 ? '' : emitReceived(shape.name, received);
  if (shape.choices.length === 0) return `${doc}export interface ${shape.name} {\n${fields}${meta}}\n${extra}`;
  return `${doc}export type ${shape.name} = {\n${fields}${meta}} & (${shape.choices.join(' & ')});\n${extra}`;
}

function emitReceived(name: string, fields: readonly Field[]): string {
  const names = fields.map((field) => quote(field.name)).join(' | ');
  const optional = fields.map((field) => fieldText({ ...field, optional: true })).join('');
  return `\n/** ${name} as it may arrive: older peers leave ${names.replaceAll("'", '`')} out. */\nexport interface Received${name} extends Omit<${name}, ${names}> {\n${optional}}\n`;
}

function emitUnion(shape: UnionShape, doc: string): string {
  const variants = shape.variants.map((variant) => {
    const tagless = variant.mode === 'none';
    const tag = tagless
      ? `{ readonly ${key(shape.key)}?: never }`
      : `{ readonly ${key(shape.key)}${variant.mode === 'optional' ? '?' : ''}: ${quote(variant.tag)} }`;
    const type = variant.type === undefined ? `${tag} & { readonly _meta?: Meta }` : `${variant.type} & ${tag}`;
    return `${docComment(withStability(variant.doc, variant.stability), '  ')}  readonly ${key(tagless ? 'untagged' : variant.tag)}: ${type};\n`;
  });
  const members = [`${shape.name}Variants[keyof ${shape.name}Variants]`];
  if (shape.keyOptional) members.push(`{ readonly ${key(shape.key)}?: null; readonly _meta?: Meta }`);
  if (shape.open !== undefined) {
    const fields = shape.open.type === undefined ? '' : ` & ${shape.open.type}`;
    members.push(`(ExtensionVariant<${quote(shape.key)}>${fields})`);
  }
  const union = members.join(' | ');
  const head = `/** The variants of ${shape.name} by their tag. */\nexport interface ${shape.name}Variants {\n${variants.join('')}}\n\n`;
  if (shape.shared.length === 0) return `${head}${doc}export type ${shape.name} = ${union};\n`;
  const shared = `/** What every ${shape.name} has. */\nexport interface ${shape.name}Base {\n${shape.shared.map((field) => fieldText(field)).join('')}  readonly _meta?: Meta;\n}\n\n`;
  return `${head}${shared}${doc}export type ${shape.name} = ${shape.name}Base & (${union});\n`;
}

function fieldText(field: Field): string {
  const fallback = field.default === undefined ? '' : ` Default: \`${JSON.stringify(field.default)}\`.`;
  const doc = docComment(withStability(field.doc + fallback, field.stability), '  ');
  return `${doc}  readonly ${key(field.name)}${field.optional ? '?' : ''}: ${typeText(field.type)};\n`;
}

function withStability(doc: string, stability: string): string {
  return stability === 'stable' || doc === '' ? doc : `${doc} (${stability})`;
}

/** A type of the notation as TypeScript. */
function typeText(type: TypeExpression): string {
  switch (type.kind) {
    case 'string':
      return 'string';
    case 'integer':
    case 'number':
      return 'number';
    case 'bool':
      return 'boolean';
    case 'any':
      return 'unknown';
    case 'null':
      return 'null';
    case 'literal':
      return quote(type.value);
    case 'reference':
      return type.name;
    case 'list': {
      const inner = typeText(type.of);
      return `readonly ${inner.includes(' ') ? `(${inner})` : inner}[]`;
    }
    case 'map':
      return `{ readonly [key: string]: ${typeText(type.of)} }`;
    case 'nullable':
      return `${typeText(type.of)} | null`;
    default:
      throw new Error(`unknown type ${JSON.stringify(type satisfies never)}`);
  }
}
