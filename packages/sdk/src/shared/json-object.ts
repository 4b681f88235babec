/** Objects of JSON whose fields are not known. */

export type JsonObject = Readonly<Record<string, unknown>>;

/** Whether `value` is an object, and neither an array nor null. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
