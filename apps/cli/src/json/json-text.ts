/** JSON as text, of values of any depth. */

/** Serializes a value; undefined if it is nested too deeply for the engine, or cannot be serialized. */
export function jsonText(value: unknown, indent?: number): string | undefined {
  try {
    return JSON.stringify(value, undefined, indent);
  } catch {
    return undefined;
  }
}

/** The text of a message in lines; the text as it is if it is not JSON, or nested too deeply to be indented. */
export function prettyJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return text;
  }
}
