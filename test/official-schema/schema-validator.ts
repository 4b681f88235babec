/** Asks a strict JSON Schema validator, compiled for a definition when it is first needed. */
import { Ajv2020 } from 'ajv/dist/2020.js';

import type { SchemaDocument } from './json-schema.ts';

export type SchemaValidator = (definition: string, value: unknown) => boolean;

export function createSchemaValidator(document: SchemaDocument): SchemaValidator {
  // Annotations are unknown keywords to the validator, and formats are annotations to the protocol.
  const ajv = new Ajv2020({
    strict: false,
    validateFormats: false,
    validateSchema: false,
    inlineRefs: false,
    code: { optimize: false },
  });
  ajv.addSchema({ $defs: document.$defs }, 'document');
  return (definition, value) => {
    const validate = ajv.getSchema(`document#/$defs/${definition}`);
    if (validate === undefined) throw new Error(`${definition} is not defined`);
    return validate(value) === true;
  };
}
