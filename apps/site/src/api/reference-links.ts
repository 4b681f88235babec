/** Where the reference of the protocol describes a type. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The types of the reference in the folder `reference`, each with its place on the site. */
export function typesOfReference(reference: string): ReadonlyMap<string, string> {
  const types = new Map<string, string>();
  for (const page of readdirSync(reference)) {
    const [, section = ''] = readFileSync(join(reference, page), 'utf8').split(/^## Types$/mu);
    for (const [, name = ''] of section.matchAll(/^### `(\w+)`$/gmu)) {
      types.set(name, `/reference/${page}#${name.toLowerCase()}`);
    }
  }
  return types;
}
