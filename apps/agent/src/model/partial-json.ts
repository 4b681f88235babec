/** Parses the beginning of a JSON text. */

/** How deep the arguments of a tool may be nested; deeper values are not read. */
export const deepestInput = 100;

/** The value that `text` is the beginning of, without incomplete parts; undefined if nothing is complete. */
export function parsePartialJson(text: string): unknown {
  const value = new Beginning(text).value();
  return value === nothing ? undefined : value;
}

const nothing: unique symbol = Symbol('nothing');
const literal = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/uy;
const space = /\s*/uy;

class Beginning {
  readonly #text: string;
  #at = 0;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
  }

  value(): unknown {
    const next = this.#next();
    if (next !== '{' && next !== '[') return next === '"' ? this.#string() : this.#literal();
    if (this.#depth === deepestInput) return nothing;
    this.#depth += 1;
    const value = next === '{' ? this.#object() : this.#list();
    this.#depth -= 1;
    return value;
  }

  #object(): unknown {
    const entries: [string, unknown][] = [];
    this.#at += 1;
    while (this.#next() === '"') {
      const start = this.#at;
      const key = this.#string();
      // An incomplete name may still change.
      if (this.#at >= this.#text.length && !this.#isEnded(start)) break;
      if (!this.#skip(':')) break;
      const value = this.value();
      if (value === nothing) break;
      entries.push([String(key), value]);
      if (!this.#skip(',')) break;
    }
    this.#skip('}');
    return Object.fromEntries(entries);
  }

  #list(): unknown {
    const values: unknown[] = [];
    this.#at += 1;
    while (this.#next() !== ']') {
      const value = this.value();
      if (value === nothing) break;
      values.push(value);
      if (!this.#skip(',')) break;
    }
    this.#skip(']');
    return values;
  }

  /** A string, as far as it goes. */
  #string(): unknown {
    const start = this.#at;
    this.#at = this.#closingQuote(start) + 1;
    const body = this.#text.slice(start + 1, this.#at - 1);
    // An incomplete escape at the end is left out.
    const whole = this.#isEnded(start) ? body : body.replace(/(?<=(?:^|[^\\])(?:\\\\)*)\\(?:u[\da-fA-F]{0,3})?$/u, '');
    try {
      return JSON.parse(`"${whole}"`) as unknown;
    } catch {
      return nothing;
    }
  }

  /** A number, true, false or null; at the end of the text it may still be incomplete. */
  #literal(): unknown {
    literal.lastIndex = this.#at;
    const [found] = literal.exec(this.#text) ?? [];
    if (found === undefined || this.#at + found.length === this.#text.length) return nothing;
    this.#at += found.length;
    return JSON.parse(found) as unknown;
  }

  /** The end of the string that starts at `start`; the length of the text if it does not end. */
  #closingQuote(start: number): number {
    for (let index = start + 1; index < this.#text.length; index += 1) {
      if (this.#text[index] === '\\') index += 1;
      else if (this.#text[index] === '"') return index;
    }
    return this.#text.length;
  }

  #isEnded(start: number): boolean {
    return this.#closingQuote(start) < this.#text.length;
  }

  #next(): string | undefined {
    space.lastIndex = this.#at;
    this.#at += space.exec(this.#text)?.[0].length ?? 0;
    return this.#text[this.#at];
  }

  #skip(character: string): boolean {
    if (this.#next() !== character) return false;
    this.#at += 1;
    return true;
  }
}
