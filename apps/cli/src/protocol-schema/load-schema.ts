/** The JSON Schema files of `@acp-stack/schema`, and the tables for checking messages. */
import { createRequire } from 'node:module';

import { schemasFrom, type LoadSchema, type SchemaDocument, type SchemasOf } from '@acp-stack/trace';

const require = createRequire(import.meta.url);

const loaded = new Map<string, SchemaDocument>();

/** Loads the schema of one version; with `unstable`, including the unstable and draft parts. */
export const loadSchema: LoadSchema = (version, unstable) => {
  const name = `v${version}${unstable ? '.unstable' : ''}`;
  const document = loaded.get(name) ?? (require(`@acp-stack/schema/json-schema/${name}.json`) as SchemaDocument);
  loaded.set(name, document);
  return document;
};

/** The methods, definitions and envelopes of each version. */
export const schemaOf: SchemasOf = schemasFrom(loadSchema);
