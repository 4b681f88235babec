/** Brings our definitions into the form in which they are compared. */
import type {
  Field,
  ObjectShape,
  Shape,
  Surface,
  TypeExpression,
  UnionShape,
} from '../../packages/schema/src/generate/model.ts';
import { choiceText, fieldText, type Outline, OutlineBuilder } from './outline.ts';

interface Context {
  readonly surface: Surface;
  /** Definitions of ours that the official schema writes in place. */
  readonly inline: ReadonlySet<string>;
}

/** The facts of one of our definitions. */
export function ownOutline(name: string, context: Context): Outline {
  const shape = shapeOf(name, context);
  const outline = new OutlineBuilder();
  switch (shape.kind) {
    case 'scalar':
      if (name === 'ErrorCode') describeErrorCodes(context.surface, outline);
      else {
        outline.add('kind', 'scalar');
        outline.add('type', `= ${typeText(shape.type)}`);
      }
      break;
    case 'enum':
      outline.add('kind', 'enum');
      for (const { value, accepted, stability } of shape.values) {
        outline.add(`value ${value}`, accepted ? `${value} (accepted)` : value, stability === 'draft');
      }
      if (shape.open) outline.add('open', '* string');
      break;
    case 'choice':
      outline.add('kind', shape.exactlyOne ? 'choice exactly-one' : 'choice');
      for (const text of shape.alternatives.flatMap(({ type }) => alternativeTexts(type, context))) {
        outline.add(`alternative ${text}`, text);
      }
      break;
    case 'object':
      outline.add('kind', 'object');
      describeObject(shape, context, outline);
      break;
    case 'union':
      outline.add('kind', `union by ${shape.key}${shape.keyOptional ? '?' : ''}`);
      describeUnion(shape, context, outline);
      break;
    default:
      throw new Error(`unknown shape ${JSON.stringify(shape satisfies never)}`);
  }
  return outline.build();
}

function shapeOf(name: string, { surface }: Context): Shape {
  const shape = surface.shapes.get(name);
  if (shape === undefined) throw new Error(`${name} is not defined`);
  return shape;
}

/** The official schema lists the error codes where it defines their type; we list them on their own. */
function describeErrorCodes(surface: Surface, outline: OutlineBuilder): void {
  outline.add('kind', 'enum');
  for (const { code, title, stability } of surface.errors) {
    outline.add(`value ${code}`, `${code} ${title}`, stability === 'draft');
  }
  outline.add('open', '* i32');
}

function describeObject(shape: ObjectShape, context: Context, outline: OutlineBuilder): void {
  describeFields(shape.fields, outline);
  for (const choice of shape.choices) outline.add('choice', `& ${inlineChoiceText(choice, context)}`);
  for (const { rule } of shape.accepts) outline.add(`accept ${rule}`, `accept ${rule}`);
}

function describeFields(fields: readonly Field[], outline: OutlineBuilder): void {
  for (const field of fields) {
    outline.add(`field ${field.name}`, ownFieldText(field), field.stability === 'draft');
  }
}

function describeUnion(shape: UnionShape, context: Context, outline: OutlineBuilder): void {
  describeFields(shape.shared, outline);
  for (const { tag, mode, aliases, type, stability } of shape.variants) {
    const isDraft = stability === 'draft';
    const text = type === undefined ? '' : `: ${payloadText(type, context)}`;
    const spelling = aliases.length === 0 ? tag : `${tag} (or ${aliases.join(', ')})`;
    if (mode === 'none') outline.add('untagged', `-${text}`, isDraft);
    else if (mode === 'optional') {
      outline.add('untagged', `-${text}`, isDraft);
      outline.add(`tag ${tag}`, `${spelling}?${text}`, isDraft);
    } else outline.add(`tag ${tag}`, `${spelling}${mode === 'filled' ? '!' : ''}${text}`, isDraft);
  }
  if (shape.open !== undefined) {
    outline.add('open', shape.open.type === undefined ? '*' : `*: ${payloadText(shape.open.type, context)}`);
  }
  for (const { tag } of shape.refused) outline.add(`refused ${tag}`, `!${tag}`);
  for (const { rule } of shape.accepts) outline.add(`accept ${rule}`, `accept ${rule}`);
}

/** The name of what stands behind a tag, or its content where the official schema has no name for it. */
function payloadText(name: string, context: Context): string {
  const shape = shapeOf(name, context);
  if (!context.inline.has(name) || shape.kind !== 'object') return name;
  const fields = shape.fields.map((field) => ownFieldText(field)).toSorted();
  const choices = shape.choices.map((choice) => inlineChoiceText(choice, context));
  return `{ ${[...fields, ...choices].join(', ')} }`;
}

function inlineChoiceText(name: string, context: Context): string {
  const shape = shapeOf(name, context);
  if (shape.kind !== 'choice' || !context.inline.has(name)) return name;
  const alternatives = shape.alternatives.map(({ type }) => typeText(type));
  return choiceText(alternatives, shape.exactlyOne);
}

/** Null counts as an alternative of its own. */
function alternativeTexts(type: TypeExpression, context: Context): string[] {
  if (type.kind === 'nullable') return [...alternativeTexts(type.of, context), 'null'];
  return [type.kind === 'reference' ? payloadText(type.name, context) : typeText(type)];
}

function ownFieldText(field: Field): string {
  const { name, optional, drop, skip, nullIsAbsent, aliases, mayBeAbsent } = field;
  const extras = [
    ...(aliases.length === 0 ? [] : [`(or ${aliases.join(', ')})`]),
    ...(mayBeAbsent ? ['(may be absent)'] : []),
  ];
  const type = typeText(field.type);
  return fieldText({ name, optional, type, default: field.default, drop, skip, nullIsAbsent, extras });
}

function typeText(type: TypeExpression): string {
  switch (type.kind) {
    case 'string': {
      const detail = type.format ?? type.pattern ?? (type.min === undefined ? undefined : `${type.min}..`);
      return detail === undefined ? 'string' : `string(${detail})`;
    }
    case 'integer':
      return type.min === undefined ? type.size : `${type.size}(${type.min}..)`;
    case 'number':
      return type.max === undefined ? 'f64' : `f64(${type.min}..${type.max})`;
    case 'bool':
    case 'any':
    case 'null':
      return type.kind;
    case 'literal':
      return JSON.stringify(type.value);
    case 'reference':
      return type.name;
    case 'list':
      return `${typeText(type.of)}[${type.min === 0 ? '' : `${type.min}..`}]`;
    case 'map':
      return `map<${typeText(type.of)}>`;
    case 'nullable':
      return `${typeText(type.of)}|null`;
    default:
      throw new Error(`unknown type ${JSON.stringify(type satisfies never)}`);
  }
}
