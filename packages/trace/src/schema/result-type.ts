/**
 * Result types that depend on the params of the request.
 *
 * The schema allows any result there, because it is checked without its request.
 */
import { referenceName, type JsonSchema } from './schema-document.ts';

interface DependentResult {
  /** The definition of the result. */
  readonly type: string;
  /** The field of the params with which the result may be anything. */
  readonly unless: string;
}

const dependentResults: ReadonlyMap<string, DependentResult> = new Map([
  ['McpMessageResult', { type: 'MessageMcpResponse', unless: 'connectionId' }],
]);

/** The definition of the result of type `name` for a request with `params`. */
export function resultTypeFor(name: string, params: unknown): string {
  const dependent = dependentResults.get(name);
  if (dependent === undefined) return name;
  const isOpen = typeof params === 'object' && params !== null && Object.hasOwn(params, dependent.unless);
  return isOpen ? name : dependent.type;
}

/** The definitions that the schema of a result does not mention. */
export function hiddenResultTypes(schema: JsonSchema | undefined): string[] {
  const dependent = schema?.$ref === undefined ? undefined : dependentResults.get(referenceName(schema.$ref));
  return dependent === undefined ? [] : [dependent.type];
}
