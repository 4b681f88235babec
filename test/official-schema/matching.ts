/**
 * Finds the definition of ours that stands for an official one: by name, by its method, or through the reviewed list.
 */
import type { Method, Surface } from '../../packages/schema/src/generate/model.ts';
import { type JsonSchema, referenceName, type SchemaDocument } from './json-schema.ts';
import type { Rename } from './official-type.ts';
import { type Outline, OutlineBuilder } from './outline.ts';
import { reviewed } from './reviewed-differences.ts';

/** Our name for every official definition; undefined where we have none. */
export type Matches = ReadonlyMap<string, string | undefined>;

export function matchDefinitions(document: SchemaDocument, surface: Surface): Matches {
  const { markers, renames } = reviewed.rules;
  const roles = rolesOf(document);
  const match = (name: string, schema: JsonSchema): string | undefined => {
    const renamed = renames.official[name];
    if (renamed !== undefined) return renamed;
    if (surface.shapes.has(name)) return name;
    if (markers.official.includes(name)) return markers.ours;
    const method = surface.methods.find((each) => each.name === schema['x-method']);
    return roles.get(name) === 'result' ? method?.result : method?.params;
  };
  return new Map(Object.entries(document.$defs).map(([name, schema]) => [name, match(name, schema)]));
}

type Role = 'request' | 'result' | 'notification';

/** What every payload of the official schema is used for, read from the definitions of whole messages. */
function rolesOf(document: SchemaDocument): Map<string, Role> {
  const roles = new Map<string, Role>();
  for (const envelope of Object.keys(reviewed.rules.envelopes.official)) {
    const schema = document.$defs[envelope];
    if (schema === undefined) continue;
    const role = envelope.endsWith('Request') ? 'request' : envelope.endsWith('Response') ? 'result' : 'notification';
    for (const name of referencesIn(schema)) roles.set(name, role);
  }
  const protocolLevel = (document.anyOf ?? []).filter((each) => each.title === 'ProtocolLevel');
  for (const name of referencesIn({ anyOf: protocolLevel })) roles.set(name, 'notification');
  return roles;
}

function referencesIn(schema: JsonSchema): string[] {
  const found: string[] = [];
  JSON.stringify(schema, (key, value: unknown) => {
    if (key === '$ref' && typeof value === 'string') found.push(referenceName(value));
    return value;
  });
  return found;
}

const directions: Readonly<Record<string, string>> = {
  agent: 'client>agent',
  client: 'agent>client',
  protocol: 'both',
  proxy: 'proxy',
};

/** Every use of a method in the official schema, in our words. */
export function officialMethods(document: SchemaDocument, rename: Rename): Outline {
  const roles = rolesOf(document);
  const outline = new OutlineBuilder();
  const payloads = Object.entries(document.$defs).filter(([, schema]) => schema['x-method'] !== undefined);
  for (const [name, { 'x-method': method, 'x-side': side = '' }] of payloads) {
    const role = roles.get(name);
    if (role === 'result') continue;
    const result = payloads.find(([other, each]) => each['x-method'] === method && roles.get(other) === 'result');
    const answer = role === 'request' ? ` -> ${rename(result?.[0] ?? 'nothing')}` : '';
    outline.add(`${role} ${method}`, `${role} ${method} ${directions[side]} ${rename(name)}${answer}`);
  }
  return outline.build();
}

/** Every use of a method in our definitions. */
export function ownMethods(methods: readonly Method[]): Outline {
  const outline = new OutlineBuilder();
  for (const { name, kind, direction, params, result, stability } of methods) {
    // The official schema has one word for both ways between a conductor and its proxies.
    const way = direction === 'conductor>proxy' ? 'proxy' : direction;
    const isDraft = stability === 'draft';
    if (kind !== 'notification') {
      outline.add(`request ${name}`, `request ${name} ${way} ${params} -> ${result}`, isDraft);
    }
    if (kind !== 'request') outline.add(`notification ${name}`, `notification ${name} ${way} ${params}`, isDraft);
  }
  return outline.build();
}
