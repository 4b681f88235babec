/** The methods that can be sent to an agent, with what a form needs. */
import { isJsonObject } from '@acp-stack/schema/json-object';
import {
  mentionedIn,
  type JsonSchema,
  type MethodFacts,
  type ProtocolVersion,
  type SchemaDocument,
} from '@acp-stack/trace';
import type { CapabilityTable, MethodForm } from '@acp-stack/trace/inspect';

import { loadSchema } from '../../protocol-schema/load-schema.ts';
import { exampleMessages } from '../protocol/example-message.ts';

const sendable: ReadonlySet<MethodFacts['direction']> = new Set(['client>agent', 'both'] as const);

/** The forms of all methods of a version, or of one; `table` says what the agent has offered. */
export function methodForms(
  version: ProtocolVersion,
  table: CapabilityTable | undefined,
  name?: string,
): readonly MethodForm[] {
  const document = loadSchema(version, true);
  return Object.entries(document['x-methods'])
    .filter(([each, { direction }]) => sendable.has(direction) && (name === undefined || each === name))
    .map(([each, facts]) => {
      const isOffered = offeredIn(facts, table);
      const { call } = exampleMessages({ name: each, versions: new Map([[version, facts]]) }, version, document);
      return {
        name: each,
        version,
        facts,
        definitions: name === undefined ? {} : definitionsOf(facts, document),
        example: isJsonObject(call) ? (call['params'] ?? {}) : {},
        ...(isOffered === undefined ? {} : { isOffered }),
      };
    });
}

/** The definitions that the params of a method need. */
function definitionsOf({ params }: MethodFacts, { $defs }: SchemaDocument): Readonly<Record<string, JsonSchema>> {
  const found: Record<string, JsonSchema> = {};
  const waiting = params === undefined ? [] : mentionedIn(params);
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const schema = $defs[name];
    if (schema === undefined || Object.hasOwn(found, name)) continue;
    found[name] = schema;
    waiting.push(...mentionedIn(schema));
  }
  return found;
}

function offeredIn({ gate }: MethodFacts, table: CapabilityTable | undefined): boolean | undefined {
  if (table?.version === undefined) return undefined;
  if (gate === undefined) return true;
  if (gate.kind !== 'capability') return undefined;
  return table.rows.some(({ side, path, isOffered }) => isOffered && side === gate.side && gate.paths.includes(path));
}
