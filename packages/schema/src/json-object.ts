/** JSON objects whose fields are not known yet. */

/** An object of JSON; its fields are unknown. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Whether `value` is an object, and neither null nor an array. */
export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The object in `text`; undefined if it is not JSON, or another value. */
export function parseJsonObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
