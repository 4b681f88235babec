/** One definition as lines: the fields of an object, the variants of a union, or the values of an enum. */
import type { Stability } from '@acp-stack/schema';
import { type Field, type JsonSchema, type SchemaDocument, shapeOf } from '@acp-stack/trace';

import { block, type Cell, layOut } from '../../terminal/columns.ts';
import type { Palette } from '../../terminal/palette.ts';
import { documentationOf, shortTypeText, typeText } from './type-text.ts';

export interface View {
  readonly document: SchemaDocument;
  readonly palette: Palette;
  readonly width: number;
}

/** The footnote of every page. */
export const footnote = 'Fields marked ? are optional. Every object may also have _meta, free-form metadata.';

/** The indented content of `schema`; a part is only marked if it is less stable than the definition. */
export function definitionLines(view: View, schema: JsonSchema, indent: number): string[] {
  const stability = schema['x-stability'] ?? 'stable';
  const shape = shapeOf(schema);
  switch (shape.kind) {
    case 'object': {
      const rest = shape.includes.flatMap((name) => includeLines(view, name, indent));
      if (shape.fields.length === 0 && rest.length === 0) return [`${' '.repeat(indent)}No fields.`];
      return [...fieldLines(view, shape.fields, { indent, stability }), ...rest];
    }
    case 'union': {
      const variants = shape.variants.map(({ label, type, description, stability: own }) => [
        { text: label, paint: view.palette.cyan },
        { text: joinLines(`${documentationOf({ description })}${mark(own, stability)}`, payloadText(view, type)) },
      ]);
      const refused = shape.refused.map(({ tag, description }) => [
        { text: tag, paint: view.palette.dim },
        { text: `Rejected: ${documentationOf({ description })}` },
      ]);
      const rows = [...variants, ...refused];
      const lines = layOut(rows, { width: view.width, indent: indent + 2, maxWidths: [30] });
      const shared = fieldLines(view, shape.fields, { indent, stability });
      return [...shared, `${' '.repeat(indent)}${view.palette.cyan(shape.tag)} tells the variants apart:`, ...lines];
    }
    case 'enum': {
      const rows = shape.values.map((value) => [
        { text: JSON.stringify(value.const), paint: view.palette.cyan },
        { text: `${documentationOf(value)}${mark(value['x-stability'], stability)}` },
      ]);
      if (shape.isOpen) rows.push([{ text: '(other)', paint: view.palette.dim }, { text: 'Other strings are kept.' }]);
      return layOut(rows, { width: view.width, indent, maxWidths: [30] });
    }
    case 'choice': {
      const what = shape.isExclusive ? 'Exactly one of:' : 'One of:';
      const texts = shape.alternatives.map((each) => alternativeText(view, each));
      return [`${' '.repeat(indent)}${what}`, ...texts.flatMap((text) => block(text, indent + 2, view.width))];
    }
    case 'scalar':
      return block(typeText(view.document, shape.schema), indent, view.width);
    default:
      throw new Error(`unknown shape ${JSON.stringify(shape satisfies never)}`);
  }
}

/** ` (unstable)` if a part is less stable than the whole. */
export function mark(own: Stability | undefined, surrounding: Stability): string {
  return own === undefined || own === 'stable' || own === surrounding ? '' : ` (${own})`;
}

interface FieldLayout {
  readonly indent: number;
  readonly stability: Stability;
}

function fieldLines(view: View, fields: readonly Field[], { indent, stability }: FieldLayout): string[] {
  const rows = fields.map(({ name, schema, isRequired }): Cell[] => [
    { text: isRequired ? name : `${name}?`, paint: isRequired ? view.palette.cyan : view.palette.dim },
    { text: typeText(view.document, schema) },
    { text: `${documentationOf(schema)}${mark(schema['x-stability'], stability)}${notes(schema)}` },
  ]);
  return layOut(rows, { width: view.width, indent, maxWidths: [28, 34] });
}

function notes(schema: JsonSchema): string {
  const parts: string[] = [];
  if (schema.default !== undefined) parts.push(`Default ${JSON.stringify(schema.default)}.`);
  if (schema['x-also'] !== undefined) parts.push(`Also accepted as ${schema['x-also'].join(', ')}.`);
  if (schema['x-null'] !== undefined) parts.push('Null is read as absent.');
  return parts.map((part) => ` ${part}`).join('');
}

function includeLines(view: View, name: string, indent: number): string[] {
  const schema = view.document.$defs[name];
  const intro = `${' '.repeat(indent)}and the fields of ${name}:`;
  return schema === undefined ? [intro] : [intro, ...definitionLines(view, schema, indent + 2)];
}

/** `TextContent { text: string, annotations?: Annotations | null }` */
function payloadText({ document }: View, type: string | undefined): string {
  if (type === undefined) return '';
  const schema = document.$defs[type];
  if (schema === undefined) return type;
  const shape = shapeOf(schema);
  if (shape.kind === 'union') return `${type}, told apart by ${shape.tag}`;
  if (shape.kind !== 'object') return type;
  const fields = shape.fields.map(
    (field) => `${field.name}${field.isRequired ? '' : '?'}: ${shortTypeText(document, field.schema)}`,
  );
  const parts = [...fields, ...shape.includes.map((name) => `…${name}`)];
  return parts.length === 0 ? `${type} {}` : `${type} { ${parts.join(', ')} }`;
}

function alternativeText(view: View, schema: JsonSchema): string {
  if (schema.$ref === undefined) return typeText(view.document, schema);
  return payloadText(view, schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1));
}

const joinLines = (...lines: readonly string[]): string => lines.filter((line) => line !== '').join('\n');
