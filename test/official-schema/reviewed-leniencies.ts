/**
 * What `leniencies.json` says: where our verdict about a message is meant to differ from the official schema's.
 *
 * Each entry says it as a change of the official schema, after which both must agree on every message, and proves with
 * an example that it is needed.
 */
import { readFileSync } from 'node:fs';

import { applyPatch, type PatchStep } from './json-patch.ts';
import type { SchemaDocument } from './json-schema.ts';
import { relaxDocument } from './lenient-schema.ts';
import { acceptAlias, type RuleName, rules } from './schema-rules.ts';
import type { SurfaceName } from './surfaces.ts';

/** `exact`: valid unchanged. `mended`: valid after the repairs that a receiver makes. */
export type Level = 'exact' | 'mended';

/** Steps below the definition, another name for one of its fields, or a rule. */
type Change = readonly PatchStep[] | { readonly alias: string; readonly of: string } | { readonly rule: RuleName };

export interface Leniency {
  readonly surfaces: readonly SurfaceName[];
  readonly definition: string;
  readonly level: Level;
  readonly change: Change;
  /** A message on which the verdicts differ without the change. */
  readonly example: unknown;
  readonly reason: string;
}

export const leniencies = JSON.parse(
  readFileSync(new URL('leniencies.json', import.meta.url), 'utf8'),
) as readonly Leniency[];

/** The official schema as it is meant on one level, with the changes of `list` for that surface. */
export function adjust(
  document: SchemaDocument,
  surface: SurfaceName,
  level: Level,
  list: readonly Leniency[],
): SchemaDocument {
  const chosen = list.filter((each) => each.surfaces.includes(surface));
  const exact = chosen.filter((each) => each.level === 'exact').reduce(applyChange, document);
  if (level === 'exact') return exact;
  return relaxDocument(chosen.filter((each) => each.level === 'mended').reduce(applyChange, exact));
}

function applyChange(document: SchemaDocument, { definition, change }: Leniency): SchemaDocument {
  if ('rule' in change) return rules[change.rule](document, definition);
  const schema = document.$defs[definition];
  if (schema === undefined) throw new Error(`${definition} is not defined`);
  const changed = 'alias' in change ? acceptAlias(schema, change.alias, change.of) : applyPatch(schema, change);
  return { ...document, $defs: { ...document.$defs, [definition]: changed } };
}
