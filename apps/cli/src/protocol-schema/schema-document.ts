/** The JSON Schema files of `@acp-stack/schema`, which also contain the methods, the errors and all documentation. */
import { createRequire } from 'node:module';

import type { Direction, Gate, MethodKind, Stability } from '@acp-stack/schema';

export type ProtocolVersion = 1 | 2;

/** The part of JSON Schema that these files use. */
export interface JsonSchema {
  readonly description?: string;
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: string;
  readonly properties?: Readonly<Record<string, JsonSchema | false>>;
  readonly additionalProperties?: JsonSchema;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly minItems?: number;
  readonly minLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly contentEncoding?: string;
  readonly default?: unknown;
  readonly not?: { readonly enum: readonly string[] };
  readonly allOf?: readonly JsonSchema[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  /** The discriminator field of a union. */
  readonly 'x-tag'?: string;
  /** The tag of a variant that may also be sent without it. */
  readonly 'x-optional-tag'?: string;
  /** Tags that the union rejects although it accepts unknown ones, each with its replacement. */
  readonly 'x-refused'?: Readonly<Record<string, string>>;
  readonly 'x-stability'?: Stability;
  /** Other spellings that receivers accept. */
  readonly 'x-also'?: readonly string[];
  readonly 'x-null'?: 'absent';
  /** Set on a required field that older peers omit. */
  readonly 'x-may-be-absent'?: boolean;
}

export interface MethodFacts {
  readonly description: string;
  readonly direction: Direction;
  readonly kind: MethodKind;
  readonly stability: Stability;
  readonly versions: readonly ProtocolVersion[];
  readonly area: string;
  readonly gate?: Gate;
  readonly also?: readonly string[];
  readonly errors?: readonly number[];
  readonly params?: JsonSchema;
  readonly result?: JsonSchema;
}

interface ErrorFacts {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly stability: Stability;
}

interface AreaFacts {
  readonly title: string;
  readonly description: string;
}

export interface SchemaDocument {
  readonly 'x-areas': Readonly<Record<string, AreaFacts>>;
  readonly 'x-methods': Readonly<Record<string, MethodFacts>>;
  readonly 'x-errors': Readonly<Record<string, ErrorFacts>>;
  readonly $defs: Readonly<Record<string, JsonSchema>>;
}

const require = createRequire(import.meta.url);

const loaded = new Map<string, SchemaDocument>();

/** Loads the schema of one version; with `unstable`, including the unstable and draft parts. */
export function loadSchema(version: ProtocolVersion, unstable: boolean): SchemaDocument {
  const name = `v${version}${unstable ? '.unstable' : ''}`;
  const document = loaded.get(name) ?? (require(`@acp-stack/schema/json-schema/${name}.json`) as SchemaDocument);
  loaded.set(name, document);
  return document;
}

/** The name that a `$ref` points to. */
export function referenceName(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1);
}
