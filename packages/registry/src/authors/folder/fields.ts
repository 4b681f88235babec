/** Reads fields of values whose shape is not known yet. */

/** An object of a JSON text. */
export type Fields = Readonly<Record<string, unknown>>;

/** The value as an object, or undefined. */
export function asFields(value: unknown): Fields | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;
}

/** The own field `name` of `value`, if it is a string. */
export function stringField(value: unknown, name: string): string | undefined {
  const fields = asFields(value);
  const field = fields !== undefined && Object.hasOwn(fields, name) ? fields[name] : undefined;
  return typeof field === 'string' ? field : undefined;
}

/** The own field `name` of `value`, if it is an object. */
export function objectField(value: unknown, name: string): Fields | undefined {
  const fields = asFields(value);
  return fields !== undefined && Object.hasOwn(fields, name) ? asFields(fields[name]) : undefined;
}
