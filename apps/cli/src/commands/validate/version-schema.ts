/** The methods, definitions and envelopes of one version of the protocol, for the checker. */
import type { Direction, MethodKind, Stability, Validator } from '@acp-stack/schema';
import * as v1 from '@acp-stack/schema/v1';
import * as v1Unstable from '@acp-stack/schema/v1/unstable';
import * as v2 from '@acp-stack/schema/v2';
import * as v2Unstable from '@acp-stack/schema/v2/unstable';

import { loadSchema, type ProtocolVersion, type SchemaDocument } from '../../protocol-schema/schema-document.ts';

export interface Method {
  readonly name: string;
  readonly direction: Direction;
  readonly kind: MethodKind;
  readonly stability: Stability;
  readonly params: Validator<unknown>;
  /** Undefined for a notification. */
  readonly result: Validator<unknown> | undefined;
  readonly also: readonly string[];
}

export interface VersionSchema {
  readonly version: ProtocolVersion;
  readonly unstable: boolean;
  /** The methods under every accepted name. */
  readonly methods: ReadonlyMap<string, Method>;
  readonly envelopes: {
    readonly request: Validator<unknown>;
    readonly notification: Validator<unknown>;
    readonly result: Validator<unknown>;
    readonly failure: Validator<unknown>;
  };
  /** The JSON Schema of the version. */
  readonly document: SchemaDocument;
  /** The validator of a definition; undefined if this version does not have it. */
  readonly validator: (name: string) => Validator<unknown> | undefined;
}

type Entry = typeof v1 | typeof v1Unstable | typeof v2 | typeof v2Unstable;

function createSchema(entry: Entry, version: ProtocolVersion, unstable: boolean): VersionSchema {
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
      return loadSchema(version, unstable);
    },
    validator: (name) => validators.get(name),
  };
}

const schemas = {
  1: { stable: createSchema(v1, 1, false), unstable: createSchema(v1Unstable, 1, true) },
  2: { stable: createSchema(v2, 2, false), unstable: createSchema(v2Unstable, 2, true) },
} as const;

const stabilities: Readonly<Record<Stability, string>> = {
  stable: 'stable',
  unstable: 'unstable',
  draft: 'a draft',
};

/** The stability of a method, as the end of a sentence. */
export function stabilityText(stability: Stability): string {
  return stabilities[stability];
}

/** The schema of one version; with `unstable`, including the unstable and draft parts. */
export function schemaOf(version: ProtocolVersion, unstable: boolean): VersionSchema {
  return schemas[version][unstable ? 'unstable' : 'stable'];
}
