/** Parses JSON and keeps the line of each value, for error messages. */

export class JsonSyntaxError extends Error {
  static {
    this.prototype.name = 'JsonSyntaxError';
  }

  readonly line: number;

  constructor(message: string, line: number) {
    super(message);
    this.line = line;
  }
}

export interface JsonSource {
  readonly value: unknown;
  /** The line of the value at `path`, from 1; if it does not exist, the line of the nearest value around it. */
  lineOf(path: readonly string[]): number;
}

/** Parses JSON; throws a `JsonSyntaxError` with the reason and the line. */
export function parseJsonSource(text: string): JsonSource {
  const reader = new Reader(text);
  const value = reader.document();
  const lineOf = (path: readonly string[]): number =>
    reader.lines.get(keyOf(path)) ?? (path.length === 0 ? 1 : lineOf(path.slice(0, -1)));
  return { value, lineOf };
}

const keyOf = (path: readonly string[]): string => JSON.stringify(path);

const space = /[\t\n\r ]*/uy;
const literal = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/uy;
/** How deep values may be nested; no setting needs as much. */
const deepest = 32;

/**
 * The end of the quoted string that starts at `start`; undefined if it does not end. A regular expression would
 * overflow its stack on a long string.
 */
export function textEnd(text: string, start: number): number | undefined {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '"') return at + 1;
    if (text[at] === '\\') at += 1;
  }
  return undefined;
}

class Reader {
  readonly lines = new Map<string, number>();
  readonly #text: string;
  #at = 0;
  /** The last offset whose line was computed, and that line. */
  #known = { at: 0, line: 1 };

  constructor(text: string) {
    this.#text = text;
  }

  document(): unknown {
    const value = this.#value([]);
    if (this.#next() !== undefined) throw this.#problem('there is text after the end');
    return value;
  }

  #value(path: readonly string[]): unknown {
    if (path.length > deepest) throw this.#problem('this is nested too deeply');
    const next = this.#next();
    if (!this.lines.has(keyOf(path))) this.lines.set(keyOf(path), this.#line());
    if (next === '{') return this.#object(path);
    if (next === '[') return this.#list(path);
    if (next === '"') return this.#string();
    const found = this.#match(literal);
    if (found === undefined) throw this.#problem(next === undefined ? 'unexpected end' : 'a value is expected');
    return JSON.parse(found) as unknown;
  }

  #object(path: readonly string[]): unknown {
    const entries = new Map<string, unknown>();
    this.#at += 1;
    while (this.#next() !== '}') {
      if (entries.size > 0) this.#expect(',');
      if (this.#next() !== '"') throw this.#problem('a name in double quotes is expected');
      const line = this.#line();
      const key = this.#string();
      if (entries.has(key)) throw this.#problem(`"${key}" appears twice`);
      const below = [...path, key];
      this.lines.set(keyOf(below), line);
      this.#expect(':');
      entries.set(key, this.#value(below));
    }
    this.#at += 1;
    return Object.fromEntries(entries);
  }

  #list(path: readonly string[]): unknown {
    const values: unknown[] = [];
    this.#at += 1;
    while (this.#next() !== ']') {
      if (values.length > 0) this.#expect(',');
      values.push(this.#value([...path, String(values.length)]));
    }
    this.#at += 1;
    return values;
  }

  #string(): string {
    const end = textEnd(this.#text, this.#at);
    try {
      const text = JSON.parse(this.#text.slice(this.#at, end)) as string;
      this.#at = end ?? this.#at;
      return text;
    } catch {
      throw this.#problem('a string does not end, or contains an invalid character');
    }
  }

  #expect(character: string): void {
    if (this.#next() !== character) throw this.#problem(`a "${character}" is missing`);
    this.#at += 1;
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const [found] = pattern.exec(this.#text) ?? [];
    this.#at += found?.length ?? 0;
    return found;
  }

  #next(): string | undefined {
    this.#match(space);
    return this.#text[this.#at];
  }

  #line(): number {
    let { at, line } = this.#known;
    for (; at < this.#at; at += 1) if (this.#text[at] === '\n') line += 1;
    this.#known = { at, line };
    return line;
  }

  #problem(message: string): JsonSyntaxError {
    return new JsonSyntaxError(message, this.#line());
  }
}
