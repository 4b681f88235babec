/** What kind of value something is. */

/** Whether a value is an object or a list. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** Whether a value is an object and not a list. */
export const isRecord = (value: unknown): value is object => isObject(value) && !Array.isArray(value);
