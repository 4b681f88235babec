/** Reads unknown JSON values. */

export type Fields = Readonly<Record<string, unknown>>;

/** Returns `value` as an object; an empty one if it is not an object. */
export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {};

/** Returns the parsed text; undefined if it is not JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
