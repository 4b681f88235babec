/**
 * Finds a key that an object of a JSON text has twice. `JSON.parse` keeps only the last value, so that a setting such
 * as a refusal could disappear.
 */

/** A key that is there twice. */
export interface RepeatedKey {
  /** The key, without its escapes. */
  readonly key: string;
  /** The line of the second one, from 1. */
  readonly line: number;
  /** The line of the first one. */
  readonly firstLine: number;
}

/** Returns the first repeated key of `text`, which must be JSON; undefined if there is none. */
export function findRepeatedKey(text: string): RepeatedKey | undefined {
  /** The keys with their lines of each open object, the innermost last; undefined for an array. */
  const open: (Map<string, number> | undefined)[] = [];
  let line = 1;
  /** Whether a string at this place would be a key. */
  let isKeyNext = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '\n') line += 1;
    else if (character === '{' || character === '[') {
      open.push(character === '{' ? new Map() : undefined);
      isKeyNext = character === '{';
    } else if (character === '}' || character === ']') open.pop();
    else if (character === ',') isKeyNext = open.at(-1) !== undefined;
    else if (character === '"') {
      const end = stringEnd(text, at);
      const keys = open.at(-1);
      if (isKeyNext && keys !== undefined) {
        const key = JSON.parse(text.slice(at, end + 1)) as string;
        const firstLine = keys.get(key);
        if (firstLine !== undefined) return { key, line, firstLine };
        keys.set(key, line);
        isKeyNext = false;
      }
      at = end;
    }
  }
  return undefined;
}

/** The offset of the closing quote. */
function stringEnd(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text.charAt(at) !== '"') at += text.charAt(at) === '\\' ? 2 : 1;
  return at;
}
