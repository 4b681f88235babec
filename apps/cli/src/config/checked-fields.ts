/** Reads fields of values from outside; a wrong type throws a `UsageError` that names the place. */
import { UsageError } from '../errors/usage-error.ts';
import { isJsonObject, type JsonObject } from '../json/json-object.ts';

/** The fields of an object; none if it is absent. */
export function fieldsOf(value: unknown, place: string): JsonObject {
  if (value === undefined || value === null) return {};
  if (isJsonObject(value)) return value;
  throw new UsageError(`${place} must be an object`);
}

export function stringOf(value: unknown, place: string): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string' && value !== '') return value;
  throw new UsageError(`${place} must be a non-empty string`);
}

export function stringsOf(value: unknown, place: string): readonly string[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return value;
  throw new UsageError(`${place} must be a list of strings`);
}

export function stringMapOf(value: unknown, place: string): Readonly<Record<string, string>> {
  const fields = fieldsOf(value, place);
  const wrong = Object.keys(fields).find((name) => typeof fields[name] !== 'string');
  if (wrong !== undefined) throw new UsageError(`${place}.${wrong} must be a string`);
  return fields as Readonly<Record<string, string>>;
}
