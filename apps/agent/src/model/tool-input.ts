/**
 * Parses the arguments of a tool call and checks them against the schema of the tool.
 *
 * The check supports the keywords of JSON Schema that tools use for their arguments and ignores others; a tool checks
 * what it needs.
 */
import { describeError } from '@acp-stack/rpc';
import { deepestInput } from './partial-json.ts';
import type { ToolInput } from './tool.ts';

/** The arguments, or the problem with them for the model. */
export type ReadInput = { readonly input: ToolInput } | { readonly problem: string };

export function readToolInput(text: string, schema: Readonly<Record<string, unknown>>): ReadInput {
  let input: unknown;
  try {
    // Models write a call without arguments in several ways.
    input = text.trim() === '' ? {} : JSON.parse(text);
  } catch (error) {
    return { problem: `The arguments are not JSON: ${describeError(error)}.` };
  }
  if (isDeeperThan(input, deepestInput))
    return { problem: `The arguments are nested deeper than ${deepestInput} levels.` };
  if (!isObject(input)) return { problem: 'The arguments must be a JSON object.' };
  const problem = inputProblem(schema, input, '');
  return problem === undefined ? { input } : { problem };
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether `value` is nested deeper than `limit`. */
function isDeeperThan(value: unknown, limit: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return limit === 0 || Object.values(value).some((each) => isDeeperThan(each, limit - 1));
}

/** The first problem with `value`; undefined if there is none. */
function inputProblem(schema: unknown, value: unknown, path: string): string | undefined {
  if (!isObject(schema)) return undefined;
  const name = path === '' ? 'The arguments' : `"${path}"`;
  const types = typeof schema['type'] === 'string' ? [schema['type']] : schema['type'];
  if (Array.isArray(types) && !types.some((type) => hasType(value, type)))
    return `${name} must be ${types.join(' or ')}, not ${typeOf(value)}.`;
  if (Array.isArray(schema['enum']) && !schema['enum'].includes(value))
    return `${name} must be one of ${schema['enum'].map((each) => JSON.stringify(each)).join(', ')}.`;
  if (isObject(value)) return objectProblem(schema, value, path);
  if (Array.isArray(value)) {
    return first(value.map((each, index) => () => inputProblem(schema['items'], each, `${path}[${index}]`)));
  }
  return undefined;
}

function objectProblem(schema: ToolInput, value: ToolInput, path: string): string | undefined {
  const at = (key: string): string => (path === '' ? key : `${path}.${key}`);
  const required = Array.isArray(schema['required']) ? (schema['required'] as readonly string[]) : [];
  const missing = required.find((key) => !Object.hasOwn(value, key) || value[key] === undefined);
  if (missing !== undefined) return `"${at(missing)}" is missing.`;
  const properties = isObject(schema['properties']) ? schema['properties'] : {};
  const unknown = Object.keys(value).find((key) => !Object.hasOwn(properties, key));
  if (schema['additionalProperties'] === false && unknown !== undefined) return `Unknown argument "${at(unknown)}".`;
  return first(
    Object.keys(value)
      .filter((key) => Object.hasOwn(properties, key))
      .map((key) => () => inputProblem(properties[key], value[key], at(key))),
  );
}

function first(checks: readonly (() => string | undefined)[]): string | undefined {
  for (const check of checks) {
    const problem = check();
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

function hasType(value: unknown, type: unknown): boolean {
  if (type === 'integer') return Number.isInteger(value);
  return typeOf(value) === type || !['object', 'array', 'string', 'number', 'boolean', 'null'].includes(String(type));
}
