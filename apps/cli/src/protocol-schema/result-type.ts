/**
 * Results that follow the form of their request.
 *
 * The schema leaves such a result open, because it is checked without its request; here both are known.
 */
import { referenceName, type JsonSchema } from './schema-document.ts';

interface ResultForm {
  /** The definition that the result has. */
  readonly type: string;
  /** The field of the params that marks the other form, whose result is open. */
  readonly unless: string;
}

const forms: ReadonlyMap<string, ResultForm> = new Map([
  ['McpMessageResult', { type: 'MessageMcpResponse', unless: 'connectionId' }],
]);

/** The definition of a result of the type `name` that answers `params`. */
export function resultTypeFor(name: string, params: unknown): string {
  const form = forms.get(name);
  if (form === undefined) return name;
  const isOpen = typeof params === 'object' && params !== null && Object.hasOwn(params, form.unless);
  return isOpen ? name : form.type;
}

/** The definition that a result can have beyond what its schema says. */
export function hiddenResultTypes(schema: JsonSchema | undefined): string[] {
  const form = schema?.$ref === undefined ? undefined : forms.get(referenceName(schema.$ref));
  return form === undefined ? [] : [form.type];
}
