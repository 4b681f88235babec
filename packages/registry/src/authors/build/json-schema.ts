/** The JSON Schema files that are published with a registry, taken from those of the protocol. */
import { createRequire } from 'node:module';

/** A JSON Schema. */
type Schema = Readonly<Record<string, unknown>>;

interface SchemaDocument {
  readonly $schema: string;
  readonly $defs: Readonly<Record<string, Schema>>;
}

const files = {
  'agent.schema.json': { type: 'AgentManifest', title: 'ACP agent manifest' },
  'registry.schema.json': { type: 'AgentRegistry', title: 'ACP agent registry' },
} as const;

/** The schema files by name, as values; `base` is the address of their folder, which becomes part of their `$id`. */
export function schemaFiles(base: string | undefined): Readonly<Record<keyof typeof files, Schema>> {
  const require = createRequire(import.meta.url);
  const document = require('@acp-stack/schema/json-schema/v1.json') as SchemaDocument;
  const schemaOf = (name: keyof typeof files): Schema => {
    const { type, title } = files[name];
    const $id = base === undefined ? {} : { $id: `${base}/${name}` };
    const definitions = [...usedBy(type, document)].filter((each) => each !== type).toSorted();
    const $defs = Object.fromEntries(definitions.map((each) => [each, portable(document.$defs[each])]));
    const root = portable(document.$defs[type]) as Schema;
    return { $schema: document.$schema, ...$id, title, ...root, ...(definitions.length > 0 && { $defs }) };
  };
  return {
    'agent.schema.json': schemaOf('agent.schema.json'),
    'registry.schema.json': schemaOf('registry.schema.json'),
  };
}

/** The names of all definitions that `type` needs. */
function usedBy(type: string, document: SchemaDocument, found: Set<string> = new Set<string>()): Set<string> {
  if (found.has(type)) return found;
  found.add(type);
  for (const [, name = ''] of JSON.stringify(document.$defs[type]).matchAll(/"#\/\$defs\/(\w+)"/gu)) {
    usedBy(name, document, found);
  }
  return found;
}

/** The schema without the keywords that only our tools know. */
function portable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(portable);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([key]) => !key.startsWith('x-'));
  return Object.fromEntries(entries.map(([key, child]) => [key, portable(child)]));
}
