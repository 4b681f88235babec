/**
 * Finds where the values of a JSON text are, and which keys occur twice.
 *
 * The text must be valid: `JSON.parse` has accepted it. With the places, a value can be replaced without changing the
 * rest of the file.
 */

/** A place in the text: from `start`, up to but without `end`. */
interface JsonValue {
  readonly start: number;
  readonly end: number;
  /** Where the key of the value begins; undefined in lists and for the whole text. */
  readonly keyStart: number | undefined;
}

/** The places of all values by their JSON Pointer. */
export interface JsonValues {
  readonly values: ReadonlyMap<string, JsonValue>;
  /** JSON Pointers of keys that occur more than once in their object. */
  readonly duplicates: readonly string[];
}

/** Finds the values of `text`. */
export function findJsonValues(text: string): JsonValues {
  const values = new Map<string, JsonValue>();
  const duplicates = new Set<string>();
  const tokens = /"(?:[^"\\]|\\.)*"|[[\]{},:]|[^\s[\]{},:"]+/gsu;
  const next = (): RegExpExecArray => {
    const token = tokens.exec(text);
    if (token === null) throw new SyntaxError('The JSON text ends too early.');
    return token;
  };
  const readMembers = (pointer: string): void => {
    let token = next();
    while (token[0] !== '}') {
      if (token[0] === ',') token = next();
      const key = JSON.parse(token[0]) as string;
      const path = `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
      if (values.has(path)) duplicates.add(path);
      next();
      readValue(next(), path, token.index);
      token = next();
    }
  };
  const readItems = (pointer: string): void => {
    let token = next();
    for (let index = 0; token[0] !== ']'; index += 1) {
      if (token[0] === ',') token = next();
      readValue(token, `${pointer}/${index}`, undefined);
      token = next();
    }
  };
  const readValue = (first: RegExpExecArray, pointer: string, keyStart: number | undefined): void => {
    if (first[0] === '{') readMembers(pointer);
    else if (first[0] === '[') readItems(pointer);
    const end = first[0] === '{' || first[0] === '[' ? tokens.lastIndex : first.index + first[0].length;
    values.set(pointer, { start: first.index, end, keyStart });
  };
  readValue(next(), '', undefined);
  return { values, duplicates: [...duplicates] };
}
