/** Values of which nothing is known yet. */

export type Fields = Readonly<Record<string, unknown>>;

/** The fields of `value`; none when it has none. */
export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {};

/** The value of a JSON text; undefined when it is not JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
