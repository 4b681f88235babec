/** Finds a misspelled key for a missing field. */
import type { Problem } from '@acp-stack/schema';

import { splitPath, valueAt } from '../json/json-pointer.ts';
import { nearestNames } from '../text/nearest-names.ts';
import type { SchemaDocument } from '../schema/schema-document.ts';
import { quote } from './verdict.ts';

/** Longer keys are not compared, because that would take long. */
const maxKeyLength = 80;
const maxKeys = 100;

/** Adds a similar key beside the missing field to a problem, if there is one. */
export function withMisspelledKey(problem: Problem, message: unknown, document: SchemaDocument): Problem {
  if (problem.found !== 'nothing' || problem.path === '') return problem;
  const { parent, key } = splitPath(problem.path);
  const found = misspelledKey(valueAt(message, parent), key, document);
  return found === undefined ? problem : { ...problem, found: `nothing, but there is ${quote(found)}` };
}

/** The key of `owner` that is similar to `key` and is not a field of the protocol. */
export function misspelledKey(owner: unknown, key: string, document: SchemaDocument): string | undefined {
  if (typeof owner !== 'object' || owner === null || Array.isArray(owner)) return undefined;
  const fields = fieldNamesIn(document);
  const unknownKeys = Object.keys(owner)
    .slice(0, maxKeys)
    .filter((each) => each.length <= maxKeyLength && !fields.has(each));
  const same = unknownKeys.find((each) => each.toLowerCase() === key.toLowerCase());
  return same ?? (key.length > 2 ? nearestNames(key, unknownKeys)[0] : undefined);
}

const perDocument = new WeakMap<SchemaDocument, ReadonlySet<string>>();

/** The names of all fields of the protocol, which are not misspellings. */
function fieldNamesIn(document: SchemaDocument): ReadonlySet<string> {
  const known = perDocument.get(document);
  if (known !== undefined) return known;
  const schemas = Object.values(document.$defs).flatMap((schema) => [schema, ...(schema.anyOf ?? [])]);
  const names = new Set(schemas.flatMap(({ properties }) => Object.keys(properties ?? {})));
  perDocument.set(document, names);
  return names;
}
