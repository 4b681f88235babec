/** JSON as text, of values of any depth. */

/** Serializes a value; undefined if it is nested too deeply for the engine, or cannot be serialized. */
export function jsonText(value: unknown, indent?: number): string | undefined {
  try {
    return JSON.stringify(value, undefined, indent);
  } catch {
    return undefined;
  }
}
