/** Every method and definition of the requested versions. */
import type { JsonSchema, MethodFacts, ProtocolVersion, SchemaDocument } from '@acp-stack/trace';
import { loadSchema } from '../../protocol-schema/load-schema.ts';

export interface MethodEntry {
  readonly name: string;
  /** The method in each version that has it. */
  readonly versions: ReadonlyMap<ProtocolVersion, MethodFacts>;
}

export interface DefinitionEntry {
  readonly name: string;
  readonly versions: ReadonlyMap<ProtocolVersion, JsonSchema>;
}

export interface Scope {
  readonly versions: readonly ProtocolVersion[];
  readonly unstable: boolean;
}

/** The order of the areas; others follow. */
const areaOrder = [
  'initialization',
  'authentication',
  'session-setup',
  'prompt',
  'inject',
  'updates',
  'tool-calls',
  'permissions',
  'files',
  'terminals',
  'config-options',
  'elicitation',
  'providers',
  'mcp-over-acp',
  'proxies',
  'next-edit-suggestions',
  'documents',
  'editor-state',
  'json-rpc',
];

export class Catalogue {
  readonly documents: ReadonlyMap<ProtocolVersion, SchemaDocument>;

  constructor({ versions, unstable }: Scope) {
    this.documents = new Map(versions.map((version) => [version, loadSchema(version, unstable)]));
  }

  /** All methods, sorted by area. */
  get methods(): MethodEntry[] {
    const names = new Set<string>();
    for (const document of this.documents.values()) {
      for (const name of Object.keys(document['x-methods'])) names.add(name);
    }
    const entries = [...names].flatMap((name) => this.method(name) ?? []);
    return entries.toSorted((left, right) => areaRank(factsOf(left).area) - areaRank(factsOf(right).area));
  }

  get definitionNames(): string[] {
    return [...new Set([...this.documents.values()].flatMap((document) => Object.keys(document.$defs)))];
  }

  /** All definitions, sorted by name. */
  get definitions(): DefinitionEntry[] {
    return this.definitionNames.toSorted().flatMap((name) => this.definition(name) ?? []);
  }

  /** The title of an area. */
  areaTitle(area: string): string {
    const [first] = this.documents.values();
    return first?.['x-areas'][area]?.title ?? area;
  }

  /** A method by its name or an alias. */
  method(name: string): MethodEntry | undefined {
    const versions = new Map<ProtocolVersion, MethodFacts>();
    let canonical = name;
    for (const [version, { 'x-methods': methods }] of this.documents) {
      const found = Object.entries(methods).find(([key, { also }]) => key === name || also?.includes(name) === true);
      if (found === undefined) continue;
      canonical = found[0];
      versions.set(version, found[1]);
    }
    return versions.size === 0 ? undefined : { name: canonical, versions };
  }

  definition(name: string): DefinitionEntry | undefined {
    const versions = new Map<ProtocolVersion, JsonSchema>();
    for (const [version, { $defs }] of this.documents) {
      const schema = Object.hasOwn($defs, name) ? $defs[name] : undefined;
      if (schema !== undefined) versions.set(version, schema);
    }
    return versions.size === 0 ? undefined : { name, versions };
  }
}

/** The method in the oldest version; direction, kind and area are the same in all. */
export function factsOf({ versions }: MethodEntry): MethodFacts {
  const [first] = versions.values();
  if (first === undefined) throw new Error('a method without versions');
  return first;
}

function areaRank(area: string): number {
  const rank = areaOrder.indexOf(area);
  return rank === -1 ? areaOrder.length : rank;
}
