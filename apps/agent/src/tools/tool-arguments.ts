/** Reads the arguments of a call, which were checked against the schema of the tool. */
import type { ToolInput } from '../model/tool.ts';

export const textIn = (input: ToolInput, name: string): string => {
  const value = input[name];
  return typeof value === 'string' ? value : '';
};

export const numberIn = (input: ToolInput, name: string): number | undefined => {
  const value = input[name];
  return typeof value === 'number' ? value : undefined;
};

export const flagIn = (input: ToolInput, name: string): boolean => input[name] === true;

/** The schema of an object with these properties. */
export function objectSchema(
  properties: Readonly<Record<string, object>>,
  required: readonly string[],
): Readonly<Record<string, unknown>> {
  return { type: 'object', properties, required, additionalProperties: false };
}
