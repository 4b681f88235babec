/** Looks into values that somebody else wrote; a mistake is a `UsageError` that names the place. */
import { UsageError } from '../errors/usage-error.ts';

export type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The fields of an object; none when it is absent. */
export function fieldsOf(value: unknown, place: string): Fields {
  if (value === undefined || value === null) return {};
  if (isFields(value)) return value;
  throw new UsageError(`${place} must be an object`);
}

export function stringOf(value: unknown, place: string): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string' && value !== '') return value;
  throw new UsageError(`${place} must be a text that is not empty`);
}

export function stringsOf(value: unknown, place: string): readonly string[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return value;
  throw new UsageError(`${place} must be a list of texts`);
}

export function stringMapOf(value: unknown, place: string): Readonly<Record<string, string>> {
  const fields = fieldsOf(value, place);
  const wrong = Object.keys(fields).find((name) => typeof fields[name] !== 'string');
  if (wrong !== undefined) throw new UsageError(`${place}.${wrong} must be a text`);
  return fields as Readonly<Record<string, string>>;
}
