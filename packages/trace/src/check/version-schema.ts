/** The methods, definitions and envelopes of one version of the protocol, for the checker. */
import type { Direction, MethodKind, Stability, Validator } from '@acp-stack/schema';
import * as v1 from '@acp-stack/schema/v1';
import * as v1Unstable from '@acp-stack/schema/v1/unstable';
import * as v2 from '@acp-stack/schema/v2';
import * as v2Unstable from '@acp-stack/schema/v2/unstable';

import type { LoadSchema, ProtocolVersion, SchemaDocument } from '../schema/schema-document.ts';

/** A method of one version. */
export interface Method {
  /** Its name. */
  readonly name: string;
  /** Which side calls it. */
  readonly direction: Direction;
  /** Whether it has a response. */
  readonly kind: MethodKind;
  /** Whether it is part of the stable protocol. */
  readonly stability: Stability;
  /** Checks its params. */
  readonly params: Validator<unknown>;
  /** Undefined for a notification. */
  readonly result: Validator<unknown> | undefined;
  /** Other accepted names. */
  readonly also: readonly string[];
}

/** One version of the protocol, for the checker. */
export interface VersionSchema {
  /** The version. */
  readonly version: ProtocolVersion;
  /** Whether it includes the unstable and draft parts. */
  readonly unstable: boolean;
  /** The methods under every accepted name. */
  readonly methods: ReadonlyMap<string, Method>;
  /** Check the JSON-RPC part of a message. */
  readonly envelopes: {
    readonly request: Validator<unknown>;
    readonly notification: Validator<unknown>;
    readonly result: Validator<unknown>;
    readonly failure: Validator<unknown>;
  };
  /** The JSON Schema of the version. */
  readonly document: SchemaDocument;
  /** The other schemas of the protocol. */
  readonly others: SchemasOf;
  /** The validator of a definition; undefined if this version does not have it. */
  readonly validator: (name: string) => Validator<unknown> | undefined;
}

/** Returns the schema of one version; with `isUnstable`, including the unstable and draft parts. */
export type SchemasOf = (version: ProtocolVersion, isUnstable: boolean) => VersionSchema;

type Entry = typeof v1 | typeof v1Unstable | typeof v2 | typeof v2Unstable;

interface SchemaParts {
  readonly version: ProtocolVersion;
  readonly unstable: boolean;
  readonly load: LoadSchema;
  readonly others: SchemasOf;
}

function createSchema(entry: Entry, { version, unstable, load, others }: SchemaParts): VersionSchema {
  const { JsonRpcRequest, JsonRpcNotification, JsonRpcResult, JsonRpcFailure } = entry.validators;
  const validators = new Map<string, Validator<unknown>>(Object.entries(entry.validators));
  const methods: readonly Method[] = Object.values(entry.methods);
  return {
    version,
    unstable,
    methods: new Map(methods.flatMap((method) => [method.name, ...method.also].map((name) => [name, method]))),
    envelopes: {
      request: JsonRpcRequest,
      notification: JsonRpcNotification,
      result: JsonRpcResult,
      failure: JsonRpcFailure,
    },
    // Loaded when it is first needed.
    get document() {
      return load(version, unstable);
    },
    others,
    validator: (name) => validators.get(name),
  };
}

const entries = { 1: { stable: v1, unstable: v1Unstable }, 2: { stable: v2, unstable: v2Unstable } } as const;

/** The schemas of all versions, with the JSON Schema files that `load` returns. */
export function schemasFrom(load: LoadSchema): SchemasOf {
  const known = new Map<Entry, VersionSchema>();
  const others: SchemasOf = (version, unstable) => {
    const entry = entries[version][unstable ? 'unstable' : 'stable'];
    const schema = known.get(entry) ?? createSchema(entry, { version, unstable, load, others });
    known.set(entry, schema);
    return schema;
  };
  return others;
}

const stabilities: Readonly<Record<Stability, string>> = {
  stable: 'stable',
  unstable: 'unstable',
  draft: 'a draft',
};

/** The stability of a method, as the end of a sentence. */
export function stabilityText(stability: Stability): string {
  return stabilities[stability];
}
