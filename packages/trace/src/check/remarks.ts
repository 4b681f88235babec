/**
 * Finds content that is valid only because receivers are lenient: unknown values of open enums and unions, fields that
 * only older peers omit, and relative paths.
 *
 * It only checks where a definition can have such content. A value that does not match its definition gets no remark.
 */
import { isJsonObject } from '@acp-stack/schema/json-object';

import { joinPath } from '../json/json-pointer.ts';
import { referenceName, type JsonSchema, type SchemaDocument } from '../schema/schema-document.ts';

export type Remark =
  /** A value that the version does not define; `known` are those that it does. */
  | { readonly kind: 'unknown'; readonly path: string; readonly value: string; readonly known: readonly string[] }
  /** A missing required field. */
  | { readonly kind: 'absent'; readonly path: string }
  /** A path that should be absolute. */
  | { readonly kind: 'relative'; readonly path: string; readonly value: string };

/** Returns the remarks on a valid `value` of the definition `type`; paths begin with `path`. */
export function remarksOn(document: SchemaDocument, type: string, value: unknown, path: string): Remark[] {
  const remarks: Remark[] = [];
  inspectorsOf(document).named(type)?.(value, path, remarks);
  return remarks;
}

type Inspector = (value: unknown, path: string, remarks: Remark[]) => void;

const perDocument = new WeakMap<SchemaDocument, Inspectors>();

function inspectorsOf(document: SchemaDocument): Inspectors {
  const inspectors = perDocument.get(document) ?? new Inspectors(document);
  perDocument.set(document, inspectors);
  return inspectors;
}

/** The inspectors of one document; undefined for a schema without anything to check. */
class Inspectors {
  readonly #document: SchemaDocument;
  readonly #named = new Map<string, Inspector | undefined>();

  constructor(document: SchemaDocument) {
    this.#document = document;
  }

  named(name: string): Inspector | undefined {
    if (name === 'AbsolutePath') return inspectPath;
    if (!this.#named.has(name)) {
      // A recursive definition would not be inspected again; there is none.
      this.#named.set(name, undefined);
      this.#named.set(name, this.#inspector(this.#document.$defs[name] ?? {}));
    }
    return this.#named.get(name);
  }

  #inspector(schema: JsonSchema): Inspector | undefined {
    if (schema.$ref !== undefined) return this.named(referenceName(schema.$ref));
    if (schema['x-tag'] !== undefined) return this.#union(schema, schema['x-tag']);
    const alternatives = schema.anyOf ?? schema.oneOf;
    if (alternatives !== undefined) {
      return schema.type === 'string' ? openEnum(alternatives) : this.#choice(alternatives);
    }
    if (schema.items !== undefined) return eachEntry(this.#inspector(schema.items));
    if (schema.additionalProperties !== undefined) return eachEntry(this.#inspector(schema.additionalProperties));
    return this.#object(schema);
  }

  /** A nullable type; other choices have no alternative with anything to check. */
  #choice(alternatives: readonly JsonSchema[]): Inspector | undefined {
    const others = alternatives.filter(({ type }) => type !== 'null');
    const [first, ...rest] = others.flatMap((each) => this.#inspector(each) ?? []);
    if (first !== undefined && others.length > 1) throw new Error(`${1 + rest.length} alternatives to inspect`);
    return first;
  }

  #object(schema: JsonSchema): Inspector | undefined {
    const parts: Inspector[] = [];
    for (const [name, field] of Object.entries(schema.properties ?? {})) {
      if (field === false) continue;
      if (field['x-may-be-absent'] === true) parts.push(absentField(name));
      const inspect = this.#inspector(field);
      if (inspect !== undefined) parts.push(inField(name, inspect));
    }
    for (const each of schema.allOf ?? []) {
      const inspect = this.#inspector(each);
      if (inspect !== undefined) parts.push(inspect);
    }
    return parts.length === 0 ? undefined : all(parts);
  }

  #union({ anyOf = [], properties = {} }: JsonSchema, tag: string): Inspector | undefined {
    const shared = this.#object({ properties });
    const variants = new Map<string, Inspector | undefined>();
    let isOpen = false;
    for (const variant of anyOf) {
      const value = variant.properties?.[tag];
      const name = variant['x-optional-tag'] ?? (value ? value.const : undefined);
      if (name !== undefined) variants.set(name, this.#object({ allOf: variant.allOf ?? [] }));
      if (value && value.not !== undefined) isOpen = true;
    }
    if (shared === undefined && !isOpen && [...variants.values()].every((each) => each === undefined)) return undefined;
    const known = [...variants.keys()];
    return (value, path, remarks) => {
      shared?.(value, path, remarks);
      if (!isJsonObject(value)) return;
      const name = value[tag];
      if (typeof name !== 'string') return;
      if (variants.has(name)) variants.get(name)?.(value, path, remarks);
      else remarks.push({ kind: 'unknown', path: joinPath(path, tag), value: name, known });
    };
  }
}

const all =
  (parts: readonly Inspector[]): Inspector =>
  (value, path, remarks) => {
    for (const inspect of parts) inspect(value, path, remarks);
  };

function inField(name: string, inspect: Inspector): Inspector {
  const step = joinPath('', name);
  return (value, path, remarks) => {
    if (isJsonObject(value) && value[name] !== undefined) inspect(value[name], path + step, remarks);
  };
}

const absentField =
  (name: string): Inspector =>
  (value, path, remarks) => {
    if (isJsonObject(value) && value[name] === undefined) remarks.push({ kind: 'absent', path: joinPath(path, name) });
  };

/** Inspects every entry of an array or a map. */
function eachEntry(inspect: Inspector | undefined): Inspector | undefined {
  if (inspect === undefined) return undefined;
  return (value, path, remarks) => {
    if (Array.isArray(value)) for (const [index, entry] of value.entries()) inspect(entry, `${path}/${index}`, remarks);
    else if (isJsonObject(value))
      for (const key of Object.keys(value)) inspect(value[key], joinPath(path, key), remarks);
  };
}

/** Checks the values of an open enum; undefined for a closed one. */
function openEnum(values: readonly JsonSchema[]): Inspector | undefined {
  const known = values.flatMap((value) => value.const ?? []);
  if (known.length === values.length) return undefined;
  return (value, path, remarks) => {
    if (typeof value === 'string' && !known.includes(value)) remarks.push({ kind: 'unknown', path, value, known });
  };
}

/** An absolute path on POSIX, a drive, or a network share. */
const absolute = /^(?:\/|[A-Za-z]:[\\/]|\\\\)/u;

const inspectPath: Inspector = (value, path, remarks) => {
  if (typeof value === 'string' && !absolute.test(value)) remarks.push({ kind: 'relative', path, value });
};
