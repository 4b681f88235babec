/** Points out the misspelled key where a field is missing. */
import type { Problem } from '@acp-stack/schema';

import { splitPath, valueAt } from '../../json/json-pointer.ts';
import { nearestNames } from '../../text/did-you-mean.ts';
import type { SchemaDocument } from '../../protocol-schema/schema-document.ts';
import { quote } from './verdict.ts';

/** Longer keys are no misspelling of ours, and comparing them would take long. */
const longestKey = 80;
const mostKeys = 100;

/** The problem itself, or one that also names the key beside the missing field that is spelled almost like it. */
export function withMisspelledKey(problem: Problem, message: unknown, document: SchemaDocument): Problem {
  if (problem.found !== 'nothing' || problem.path === '') return problem;
  const { parent, key } = splitPath(problem.path);
  const found = misspelledKey(valueAt(message, parent), key, document);
  return found === undefined ? problem : { ...problem, found: `nothing, but there is ${quote(found)}` };
}

/** The key of `owner` that is spelled almost like `key` and names nothing in the protocol. */
export function misspelledKey(owner: unknown, key: string, document: SchemaDocument): string | undefined {
  if (typeof owner !== 'object' || owner === null || Array.isArray(owner)) return undefined;
  const fields = fieldNamesIn(document);
  const strangers = Object.keys(owner)
    .slice(0, mostKeys)
    .filter((each) => each.length <= longestKey && !fields.has(each));
  const same = strangers.find((each) => each.toLowerCase() === key.toLowerCase());
  return same ?? (key.length > 2 ? nearestNames(key, strangers)[0] : undefined);
}

const perDocument = new WeakMap<SchemaDocument, ReadonlySet<string>>();

/** Every name that some definition gives to a field: a key of that name is no misspelling. */
function fieldNamesIn(document: SchemaDocument): ReadonlySet<string> {
  const known = perDocument.get(document);
  if (known !== undefined) return known;
  const schemas = Object.values(document.$defs).flatMap((schema) => [schema, ...(schema.anyOf ?? [])]);
  const names = new Set(schemas.flatMap(({ properties }) => Object.keys(properties ?? {})));
  perDocument.set(document, names);
  return names;
}
