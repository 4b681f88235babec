/** The smallest messages of a method, generated from its schema. */
import {
  type JsonSchema,
  type ProtocolVersion,
  referenceName,
  resultTypeFor,
  type SchemaDocument,
} from '@acp-stack/trace';

import type { MethodEntry } from './catalogue.ts';

export interface ExampleMessages {
  /** The request or notification. */
  readonly call: object;
  /** The response; undefined for a notification. */
  readonly response: object | undefined;
}

/** Generates examples for one version of a method. */
export function exampleMessages(
  { name, versions }: MethodEntry,
  version: ProtocolVersion,
  document: SchemaDocument,
): ExampleMessages {
  const facts = versions.get(version);
  const draft = new Draft(document, version);
  const params = facts?.params === undefined ? {} : { params: draft.value(facts.params, 'params') };
  if (facts?.kind === 'notification') return { call: { jsonrpc: '2.0', method: name, ...params }, response: undefined };
  const type = facts?.result?.$ref === undefined ? undefined : referenceName(facts.result.$ref);
  const result = type === undefined ? {} : draft.definition(resultTypeFor(type, params.params), 'result');
  return {
    call: { jsonrpc: '2.0', id: 1, method: name, ...params },
    response: { jsonrpc: '2.0', id: 1, result },
  };
}

/** Generates values; ids are the same in params and result. */
class Draft {
  readonly #document: SchemaDocument;
  readonly #version: ProtocolVersion;
  /** The generated strings, by their definition. */
  readonly #names = new Map<string, string>();
  /** The chosen variants, by tag field. */
  readonly #tags = new Map<string, string>();

  constructor(document: SchemaDocument, version: ProtocolVersion) {
    this.#document = document;
    this.#version = version;
  }

  /** A value of `schema`; `name` is its field. */
  value(schema: JsonSchema, name: string): unknown {
    if (schema.$ref !== undefined) return this.definition(referenceName(schema.$ref), name);
    if (schema.const !== undefined) return schema.const;
    if (schema['x-tag'] !== undefined || schema.properties !== undefined) return this.#object(schema);
    const alternative = (schema.anyOf ?? schema.oneOf)?.find((each) => each.type !== 'null');
    if (alternative !== undefined) return this.value(alternative, name);
    switch (schema.type) {
      case 'string':
        return stringFor(schema, name);
      case 'integer':
      case 'number':
        return schema.minimum ?? 1;
      case 'boolean':
        return true;
      case 'array':
        return schema.items === undefined ? [] : [this.value(schema.items, name)];
      case 'null':
        return null;
      case undefined:
      default:
        return {};
    }
  }

  /** A value of the definition `type`; `name` is its field. */
  definition(type: string, name: string): unknown {
    if (type === 'ProtocolVersion') return this.#version;
    if (type === 'AbsolutePath') return absolutePath;
    const value = this.#names.get(type) ?? this.value(this.#document.$defs[type] ?? {}, name);
    if (typeof value === 'string') this.#names.set(type, value);
    return value;
  }

  /** The required fields, also of one variant and of included definitions. */
  #object(schema: JsonSchema): Record<string, unknown> {
    const tag = schema['x-tag'];
    const variant = tag === undefined ? undefined : this.#variant(schema.anyOf ?? [], tag);
    const value: Record<string, unknown> = {};
    const chosen = tag === undefined || variant === undefined ? undefined : tagOf(variant, tag);
    if (tag !== undefined && chosen !== undefined) {
      value[tag] = chosen;
      this.#tags.set(tag, chosen);
    }
    for (const name of schema.required ?? []) {
      const field = schema.properties?.[name];
      if (field) value[name] = this.value(field, name);
    }
    for (const part of [...(schema.allOf ?? []), ...(variant?.allOf ?? [])]) {
      Object.assign(value, this.value(part, ''));
    }
    return value;
  }

  /** The variant with the same tag as before, or the first one. */
  #variant(variants: readonly JsonSchema[], tag: string): JsonSchema | undefined {
    const before = this.#tags.get(tag);
    return variants.find((each) => before !== undefined && tagOf(each, tag) === before) ?? variants[0];
  }
}

function tagOf({ properties }: JsonSchema, tag: string): string | undefined {
  const value = properties?.[tag];
  return value ? value.const : undefined;
}

const absolutePath = '/home/user/project';

function stringFor({ format, contentEncoding }: JsonSchema, name: string): string {
  if (format === 'uri') return `file://${absolutePath}/main.ts`;
  if (format === 'date-time') return '2026-01-31T12:00:00Z';
  if (contentEncoding === 'base64') return 'AAAA';
  if (name === 'cwd') return absolutePath;
  if (name === 'path') return `${absolutePath}/main.ts`;
  return name.endsWith('Id') ? `${name.slice(0, -2)}-1` : '…';
}
