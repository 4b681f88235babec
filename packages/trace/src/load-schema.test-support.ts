/** The JSON Schema files, for tests. */
import { readFileSync } from 'node:fs';

import { schemasFrom, type SchemasOf } from './check/version-schema.ts';
import type { LoadSchema, SchemaDocument } from './schema/schema-document.ts';

const loaded = new Map<string, SchemaDocument>();

export const loadSchema: LoadSchema = (version, isUnstable) => {
  const name = `v${version}${isUnstable ? '.unstable' : ''}.json`;
  const path = new URL(`../../schema/json-schema/${name}`, import.meta.url);
  const document = loaded.get(name) ?? (JSON.parse(readFileSync(path, 'utf8')) as SchemaDocument);
  loaded.set(name, document);
  return document;
};

export const schemas: SchemasOf = schemasFrom(loadSchema);
