/** The JSON Schema files, which the bundle has inside, for the inspector. */
import v1 from '@acp-stack/schema/json-schema/v1.json' with { type: 'json' };
import v1Unstable from '@acp-stack/schema/json-schema/v1.unstable.json' with { type: 'json' };
import v2 from '@acp-stack/schema/json-schema/v2.json' with { type: 'json' };
import v2Unstable from '@acp-stack/schema/json-schema/v2.unstable.json' with { type: 'json' };
import { schemasFrom, type SchemaDocument, type SchemasOf } from '@acp-stack/trace';

const documents: Readonly<Record<string, unknown>> = {
  v1,
  'v1.unstable': v1Unstable,
  v2,
  'v2.unstable': v2Unstable,
};

/** The methods, definitions and envelopes of each version. */
export const schemas: SchemasOf = schemasFrom(
  (version, unstable) => documents[`v${version}${unstable ? '.unstable' : ''}`] as SchemaDocument,
);
