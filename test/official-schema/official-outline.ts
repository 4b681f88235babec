/** Brings the definitions of an official schema file into the form in which they are compared. */
import {
  branchesOf,
  type JsonSchema,
  propertyOf,
  referenceName,
  type SchemaDocument,
  tagKeyOf,
  tagOf,
} from './json-schema.ts';
import { choiceText, type Outline, OutlineBuilder } from './outline.ts';
import { checkKeywords, fieldsOf, payloadText, type Rename, typeText } from './official-type.ts';

/** The facts of one official definition, with our names for what it refers to. */
export function officialOutline(document: SchemaDocument, name: string, rename: Rename): Outline {
  return describe(follow(document, name), rename);
}

/** The facts of an official definition of whole messages, one outline per kind of message, payloads left open. */
export function envelopeOutlines(document: SchemaDocument, name: string, rename: Rename): Outline[] {
  const schema = follow(document, name);
  const kinds = schema.type === 'object' ? [schema] : branchesOf(schema);
  return kinds.map(({ properties = {}, required = [], ...rest }) => {
    const payloads = Object.fromEntries(
      ['params', 'result'].flatMap((each) => (each in properties ? [[each, {}]] : [])),
    );
    const jsonrpc = { type: 'string', const: '2.0' };
    const message = {
      ...rest,
      properties: { jsonrpc, ...properties, ...payloads },
      required: ['jsonrpc', ...required],
    };
    return describe(message, rename);
  });
}

function describe(schema: JsonSchema, rename: Rename): Outline {
  checkKeywords(schema);
  const outline = new OutlineBuilder();
  const branches = branchesOf(schema);
  const key = tagKeyOf(schema);
  if (branches.some((branch) => branch.const !== undefined)) describeEnum(schema, outline);
  else if (key !== undefined) describeUnion(schema, key, rename, outline);
  else if (schema.type === 'object') describeObject(schema, rename, outline);
  else if (branches.length > 0) {
    outline.add('kind', schema.oneOf === undefined ? 'choice' : 'choice exactly-one');
    for (const branch of branches) {
      const text = typeText(branch, rename);
      outline.add(`alternative ${text}`, text);
    }
  } else {
    outline.add('kind', 'scalar');
    outline.add('type', `= ${typeText(schema, rename)}`);
  }
  return outline.build();
}

/** A definition that only points to another one means that one. */
function follow(document: SchemaDocument, name: string): JsonSchema {
  const schema = document.$defs[name];
  if (schema === undefined) throw new Error(`${name} is not defined`);
  const target = schema.type === undefined && schema.allOf?.length === 1 ? schema.allOf[0]?.$ref : undefined;
  return target === undefined ? schema : follow(document, referenceName(target));
}

function describeEnum(schema: JsonSchema, outline: OutlineBuilder): void {
  outline.add('kind', 'enum');
  for (const branch of branchesOf(schema)) {
    checkKeywords(branch);
    if (branch.const === undefined) outline.add('open', `* ${typeText(branch, String)}`);
    else if (typeof branch.const === 'string') outline.add(`value ${branch.const}`, branch.const);
    else outline.add(`value ${JSON.stringify(branch.const)}`, `${JSON.stringify(branch.const)} ${branch.title}`);
  }
}

function describeObject(schema: JsonSchema, rename: Rename, outline: OutlineBuilder): void {
  outline.add('kind', 'object');
  describeFields(schema, rename, outline);
  const branches = branchesOf(schema);
  if (branches.length === 0) return;
  const alternatives = branches.map((branch) => typeText(branch, rename));
  outline.add('choice', `& ${choiceText(alternatives, schema.oneOf !== undefined)}`);
}

function describeFields(schema: JsonSchema, rename: Rename, outline: OutlineBuilder, except?: string): void {
  if (schema.additionalProperties !== undefined && schema.additionalProperties !== true) {
    throw new Error('an object that limits its additional properties is not understood');
  }
  for (const [name, text] of fieldsOf(schema, rename, except)) outline.add(`field ${name}`, text);
}

function describeUnion(schema: JsonSchema, key: string, rename: Rename, outline: OutlineBuilder): void {
  const branches = branchesOf(schema);
  const isAbsence = (branch: JsonSchema): boolean => propertyOf(branch, key)?.type === 'null';
  const mark =
    branches.some(isAbsence) && propertyOf(schema, key)?.['x-deserialize-default-on-error'] === true ? '?' : '';
  outline.add('kind', `union by ${key}${mark}`);
  describeFields(schema, rename, outline, key);
  const tags = branches.flatMap((branch) => tagOf(branch, key) ?? []);
  for (const branch of branches) {
    const tag = tagOf(branch, key);
    const payload = payloadText(branch, rename, key);
    const text = payload === '' ? '' : `: ${payload}`;
    if (typeof tag === 'string') outline.add(`tag ${tag}`, `${tag}${text}`);
    else if (branch.not !== undefined) outline.add('open', `*${text}${exceptionText(branch.not, key, tags)}`);
    else if (!isAbsence(branch)) outline.add('untagged', `-${text}`);
  }
}

/** An open branch leaves out exactly the known tags; anything else is worth a difference. */
function exceptionText(not: JsonSchema, key: string, tags: readonly unknown[]): string {
  const excluded = branchesOf(not).map((branch) => tagOf(branch, key));
  const isComplete = excluded.length === tags.length && tags.every((tag) => excluded.includes(tag));
  return isComplete ? '' : ` but not ${excluded.join(', ')}`;
}
