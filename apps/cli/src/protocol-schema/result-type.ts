/**
 * Result types that depend on the params of the request.
 *
 * The schema allows any result there, because it is checked without its request.
 */
import { referenceName, type JsonSchema } from './schema-document.ts';

interface ResultForm {
  /** The definition of the result. */
  readonly type: string;
  /** The field of the params with which the result may be anything. */
  readonly unless: string;
}

const forms: ReadonlyMap<string, ResultForm> = new Map([
  ['McpMessageResult', { type: 'MessageMcpResponse', unless: 'connectionId' }],
]);

/** The definition of the result of type `name` for a request with `params`. */
export function resultTypeFor(name: string, params: unknown): string {
  const form = forms.get(name);
  if (form === undefined) return name;
  const isOpen = typeof params === 'object' && params !== null && Object.hasOwn(params, form.unless);
  return isOpen ? name : form.type;
}

/** The definitions that the schema of a result does not mention. */
export function hiddenResultTypes(schema: JsonSchema | undefined): string[] {
  const form = schema?.$ref === undefined ? undefined : forms.get(referenceName(schema.$ref));
  return form === undefined ? [] : [form.type];
}
