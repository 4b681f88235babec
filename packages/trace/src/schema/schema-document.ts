/** What the JSON Schema files of `@acp-stack/schema` contain: definitions, methods, errors and all documentation. */
import type { Direction, Gate, MethodKind, Stability } from '@acp-stack/schema';

/** The versions of the protocol. */
export type ProtocolVersion = 1 | 2;

/** The part of JSON Schema that these files use. */
export interface JsonSchema {
  /** Its documentation. */
  readonly description?: string;
  /** The definition that it refers to. */
  readonly $ref?: string;
  /** The JSON type. */
  readonly type?: string | readonly string[];
  /** The only value. */
  readonly const?: string;
  /** The fields; false if a field may not be there. */
  readonly properties?: Readonly<Record<string, JsonSchema | false>>;
  /** The type of other fields. */
  readonly additionalProperties?: JsonSchema;
  /** The fields that have to be there. */
  readonly required?: readonly string[];
  /** The type of entries. */
  readonly items?: JsonSchema;
  /** The smallest number of entries. */
  readonly minItems?: number;
  /** The smallest length. */
  readonly minLength?: number;
  /** The smallest value. */
  readonly minimum?: number;
  /** The largest value. */
  readonly maximum?: number;
  /** What a string has to match. */
  readonly pattern?: string;
  /** The format of a string or number. */
  readonly format?: string;
  /** How bytes are written as a string. */
  readonly contentEncoding?: string;
  /** The value of an absent field. */
  readonly default?: unknown;
  /** Values that are refused. */
  readonly not?: { readonly enum: readonly string[] };
  /** Included definitions. */
  readonly allOf?: readonly JsonSchema[];
  /** Variants. */
  readonly anyOf?: readonly JsonSchema[];
  /** Alternatives, of which one applies. */
  readonly oneOf?: readonly JsonSchema[];
  /** The discriminator field of a union. */
  readonly 'x-tag'?: string;
  /** The tag of a variant that may also be sent without it. */
  readonly 'x-optional-tag'?: string;
  /** Tags that the union rejects although it accepts unknown ones, each with its replacement. */
  readonly 'x-refused'?: Readonly<Record<string, string>>;
  /** Whether it is part of the stable protocol. */
  readonly 'x-stability'?: Stability;
  /** Other spellings that receivers accept. */
  readonly 'x-also'?: readonly string[];
  /** Whether null means the same as an absent field. */
  readonly 'x-null'?: 'absent';
  /** Set on a required field that older peers omit. */
  readonly 'x-may-be-absent'?: boolean;
}

/** What a schema file says of a method. */
export interface MethodFacts {
  /** Its documentation. */
  readonly description: string;
  /** Which side calls it. */
  readonly direction: Direction;
  /** Whether it has a response. */
  readonly kind: MethodKind;
  /** Whether it is part of the stable protocol. */
  readonly stability: Stability;
  /** The versions that have it. */
  readonly versions: readonly ProtocolVersion[];
  /** The part of the protocol that it belongs to. */
  readonly area: string;
  /** The capability that it needs. */
  readonly gate?: Gate;
  /** Other accepted names. */
  readonly also?: readonly string[];
  /** The codes of errors that it may return. */
  readonly errors?: readonly number[];
  /** The type of its params. */
  readonly params?: JsonSchema;
  /** The type of its result. */
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

/** One schema file. */
export interface SchemaDocument {
  /** The parts of the protocol. */
  readonly 'x-areas': Readonly<Record<string, AreaFacts>>;
  /** The methods by name. */
  readonly 'x-methods': Readonly<Record<string, MethodFacts>>;
  /** The errors by code. */
  readonly 'x-errors': Readonly<Record<string, ErrorFacts>>;
  /** The definitions by name. */
  readonly $defs: Readonly<Record<string, JsonSchema>>;
}

/** Loads the schema file of one version; with `isUnstable`, the one with the unstable and draft parts. */
export type LoadSchema = (version: ProtocolVersion, isUnstable: boolean) => SchemaDocument;

/** The name that a `$ref` points to. */
export function referenceName(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1);
}
