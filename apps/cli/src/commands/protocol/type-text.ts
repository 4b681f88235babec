/** Types, directions, capability gates and documentation as short text for tables. */
import type { Direction, Gate } from '@acp-stack/schema';
import { type JsonSchema, referenceName, type SchemaDocument, shapeOf } from '@acp-stack/trace';

/** A type in the notation of TypeScript: `ContentBlock[]`, `Usage | null`, `SessionId (string)`. */
export function typeText(document: SchemaDocument, schema: JsonSchema): string {
  if (schema.$ref !== undefined) {
    const name = referenceName(schema.$ref);
    const definition = document.$defs[name];
    if (definition === undefined) return name;
    const shape = shapeOf(definition);
    if (shape.kind === 'scalar') return `${name} (${typeText(document, definition)})`;
    return shape.kind === 'object' && shape.fields.length + shape.includes.length === 0 ? `${name} ({})` : name;
  }
  return plainText(document, schema, typeText);
}

/** The same without the names of scalar types: `string` for a `SessionId`. */
export function shortTypeText(document: SchemaDocument, schema: JsonSchema): string {
  if (schema.$ref !== undefined) {
    const name = referenceName(schema.$ref);
    const definition = document.$defs[name];
    if (definition === undefined || shapeOf(definition).kind !== 'scalar') return name;
    return shortTypeText(document, definition);
  }
  return plainText(document, schema, shortTypeText);
}

type TypeText = (document: SchemaDocument, schema: JsonSchema) => string;

function plainText(document: SchemaDocument, schema: JsonSchema, text: TypeText): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives !== undefined) return alternatives.map((each) => text(document, each)).join(' | ');
  switch (schema.type) {
    case undefined:
      return 'any';
    case 'array': {
      const items = itemsText(document, schema.items, text);
      const list = `${/^[\w"]+$/u.test(items) ? items : `(${items})`}[]`;
      return schema.minItems === undefined ? list : `${list} (at least ${schema.minItems})`;
    }
    case 'object':
      return schema.additionalProperties === undefined
        ? 'object'
        : `map of ${text(document, schema.additionalProperties)}`;
    case 'string':
      return stringText(schema);
    case 'integer':
    case 'number':
      return `${schema.type}${rangeText(schema)}`;
    default:
      return typeof schema.type === 'string' ? schema.type : schema.type.join(' | ');
  }
}

/** The item type of an array; a definition by its name, as in `AbsolutePath[]`. */
function itemsText(document: SchemaDocument, items: JsonSchema | undefined, text: TypeText): string {
  if (items === undefined) return 'any';
  return text === typeText && items.$ref !== undefined ? referenceName(items.$ref) : text(document, items);
}

function stringText({ format, contentEncoding, minLength, pattern }: JsonSchema): string {
  if (pattern !== undefined) return `string like ${pattern}`;
  const kind = format ?? contentEncoding;
  return `${minLength === undefined ? '' : 'non-empty '}string${kind === undefined ? '' : ` (${kind})`}`;
}

function rangeText({ minimum, maximum }: JsonSchema): string {
  if (minimum === undefined) return '';
  return maximum === undefined ? ` ≥ ${minimum}` : ` ${minimum} to ${maximum}`;
}

const directions: Readonly<Record<Direction, string>> = {
  'client>agent': 'client → agent',
  'agent>client': 'agent → client',
  both: 'client ↔ agent',
  'conductor>proxy': 'conductor→proxy',
  proxy: 'conductor↔proxy',
};

/** `client → agent`, short enough for a column of the overview. */
export function directionText(direction: Direction): string {
  return directions[direction];
}

const receivers: Readonly<Record<Direction, string>> = {
  'client>agent': 'agent',
  'agent>client': 'client',
  both: '',
  'conductor>proxy': 'proxy',
  proxy: '',
};

/** The capability of a method; the side is only named if it is not the receiver. */
export function shortGateText(gate: Gate | undefined, direction: Direction): string {
  if (gate === undefined) return '';
  if (gate.kind !== 'capability') return gate.field;
  const side = receivers[direction] === gate.side ? '' : `${gate.side} `;
  return `${side}${gate.paths.join(' or ')}`;
}

/** The capability of a method, as the end of a sentence. */
export function gateText(gate: Gate): string {
  switch (gate.kind) {
    case 'capability':
      return `needs the ${gate.side} capability ${gate.paths.join(' or ')}`;
    case 'list':
      return `needs entries in ${gate.field} of the initialize result`;
    case 'session':
      return `needs ${gate.field} in the response that opened the session`;
    case 'entity':
      return `needs ${gate.field} to be an object`;
    default:
      throw new Error(`unknown gate ${JSON.stringify(gate satisfies never)}`);
  }
}

/** The description in the schema, without requirement ids. */
export function documentationOf(documented: { readonly description?: string } | undefined): string {
  return (documented?.description ?? '').replaceAll(/ \([A-Z]+-\d+[a-z]?(?:, [A-Z]+-\d+[a-z]?)*\)/gu, '');
}
