/** Elicitations: version 2 states what version 1 implies, and has no choices without values. */
import {
  isCreateElicitationRequest as isV1,
  type CreateElicitationRequest as V1Request,
} from '@acp-stack/schema/v1/unstable';
import {
  isCreateElicitationRequest,
  isElicitationPropertySchema,
  type CreateElicitationRequest,
  type ElicitationPropertySchema,
  type ElicitationSchema,
} from '@acp-stack/schema/v2/unstable';

import { fail, type LossReporter } from '../loss/loss-reporter.ts';

/** Returns the elicitation for version 2. */
export function elicitationToV2(params: V1Request, losses: LossReporter): CreateElicitationRequest {
  const scoped = withOneScope(params, losses);
  if (!isV1.form(scoped)) return scoped as CreateElicitationRequest;
  const { type = 'object', properties = {}, ...others } = scoped.requestedSchema;
  for (const [name, property] of Object.entries(properties)) {
    if (hasNoChoice(property)) fail('elicitation', `The field ${name} has no values to choose from.`);
  }
  const requestedSchema: ElicitationSchema = { ...others, type, properties };
  return { ...scoped, requestedSchema } as CreateElicitationRequest;
}

/** Returns the elicitation for version 1; a format that version 1 does not know is left out. */
export function elicitationToV1(params: CreateElicitationRequest, losses: LossReporter): V1Request {
  if (!isCreateElicitationRequest.form(params)) return params;
  const { properties } = params.requestedSchema;
  const known = Object.entries(properties).map(
    ([name, property]) => [name, propertyToV1(name, property, losses)] as const,
  );
  if (known.every(([name, property]) => property === properties[name])) return params as V1Request;
  return {
    ...params,
    requestedSchema: { ...params.requestedSchema, properties: Object.fromEntries(known) },
  } as V1Request;
}

/** ELIC-02: an elicitation belongs to a session or to a request; the session is more specific. */
function withOneScope(params: V1Request, losses: LossReporter): V1Request {
  if (!('sessionId' in params) || !('requestId' in params)) return params;
  losses.lose('elicitation', 'The question belongs to a session and to a request; only the session was kept.');
  const { requestId: _, ...others } = params;
  return others as V1Request;
}

function hasNoChoice(property: ElicitationPropertySchema): boolean {
  if (isElicitationPropertySchema.string(property)) return property.enum?.length === 0 || property.oneOf?.length === 0;
  if (!isElicitationPropertySchema.array(property)) return false;
  const { enum: values, anyOf } = property.items as {
    readonly enum?: readonly string[];
    readonly anyOf?: readonly unknown[];
  };
  return values?.length === 0 || anyOf?.length === 0;
}

const formats: ReadonlySet<string> = new Set(['email', 'uri', 'date', 'date-time']);

function propertyToV1(
  name: string,
  property: ElicitationPropertySchema,
  losses: LossReporter,
): ElicitationPropertySchema {
  if (!isElicitationPropertySchema.string(property)) return property;
  const { format, ...others } = property;
  if (format === undefined || format === null || formats.has(format)) return property;
  losses.lose('unknown enum values', `Version 1 has no format ${format}; the field ${name} takes any text.`);
  return others;
}
