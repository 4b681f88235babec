/** The output of `acp protocol --format json`: the same facts, with JSON Schema for the types. */
import {
  hiddenResultTypes,
  type JsonSchema,
  mentionedIn,
  type MethodFacts,
  referenceName,
  type SchemaDocument,
} from '@acp-stack/trace';

import type { Catalogue, DefinitionEntry, MethodEntry } from './catalogue.ts';
import { exampleMessages } from './example-message.ts';

/** Every method in each version; types by name. */
export function overviewDocument(catalogue: Catalogue): object {
  return {
    methods: catalogue.methods.map((method) => ({
      ...sharedFacts(method),
      versions: Object.fromEntries([...method.versions].map(([version, facts]) => [version, versionFacts(facts)])),
    })),
  };
}

/** One method; `$defs` has every definition that it needs. */
export function methodDocument(catalogue: Catalogue, method: MethodEntry): object {
  const versions = [...method.versions].map(([version, facts]) => {
    const document = catalogue.documents.get(version);
    if (document === undefined) return [version, versionFacts(facts)];
    const { call, response } = exampleMessages(method, version, document);
    const errors = (facts.errors ?? []).map((code) => ({ code, ...document['x-errors'][code] }));
    const details = {
      ...versionFacts(facts),
      ...(errors.length === 0 ? {} : { errors }),
      example: { call, ...(response === undefined ? {} : { response }) },
      $defs: closure(document, [
        ...mentionedIn(facts.params ?? {}),
        ...mentionedIn(facts.result ?? {}),
        ...hiddenResultTypes(facts.result),
      ]),
    };
    return [version, details];
  });
  return { ...sharedFacts(method), versions: Object.fromEntries(versions) };
}

/** Every definition with its description and versions, without schemas. */
export function definitionListDocument({ definitions }: Catalogue): object {
  return {
    types: definitions.map(({ name, versions }) => ({
      name,
      description: [...versions.values()][0]?.description,
      versions: Object.fromEntries(
        [...versions].map(([version, schema]) => [version, { stability: schema['x-stability'] ?? 'stable' }]),
      ),
    })),
  };
}

/** One definition; `$defs` has it and every definition that it needs. */
export function definitionDocument(catalogue: Catalogue, { name, versions }: DefinitionEntry): object {
  const entries = [...versions].map(([version, schema]) => {
    const document = catalogue.documents.get(version);
    const $defs = document === undefined ? {} : closure(document, [name]);
    return [version, { stability: schema['x-stability'] ?? 'stable', $ref: `#/$defs/${name}`, $defs }];
  });
  return { name, versions: Object.fromEntries(entries) };
}

function sharedFacts({ name, versions }: MethodEntry): object {
  const [facts] = versions.values();
  return {
    name,
    description: facts?.description,
    area: facts?.area,
    direction: facts?.direction,
    kind: facts?.kind,
    also: facts?.also ?? [],
  };
}

function versionFacts({ stability, gate, errors, params, result }: MethodFacts): object {
  return {
    stability,
    gate: gate ?? null,
    errors: errors ?? [],
    params: typeName(params),
    result: typeName(result),
  };
}

const typeName = (schema: JsonSchema | undefined): string | null =>
  schema?.$ref === undefined ? null : referenceName(schema.$ref);

/** The named definitions and everything that they refer to. */
function closure(document: SchemaDocument, names: readonly string[]): Record<string, JsonSchema> {
  const found: Record<string, JsonSchema> = {};
  const waiting = [...names];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const schema = document.$defs[name];
    if (schema === undefined || name in found) continue;
    found[name] = schema;
    waiting.push(...mentionedIn(schema));
  }
  return found;
}
