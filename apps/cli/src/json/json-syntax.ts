/**
 * Finds the first syntax error in a JSON text (RFC 8259).
 *
 * `JSON.parse` does not always report the position, and it quotes the text, which may be a secret. This reports one
 * character.
 */

/** Describes the first syntax error; undefined if `text` is JSON. */
export function describeSyntaxError(text: string): string | undefined {
  const error = findSyntaxError(text);
  return error === undefined ? undefined : `${error.words} at character ${error.offset + 1}`;
}

/** The first syntax error with its offset; undefined if `text` is JSON. */
export function findSyntaxError(text: string): { readonly words: string; readonly offset: number } | undefined {
  const error = new Scanner(text).findError();
  if (error === undefined) return undefined;
  const { offset, expected } = error;
  const character = text.codePointAt(offset);
  const found = character === undefined ? 'the end' : JSON.stringify(String.fromCodePoint(character));
  return { words: `${found} instead of ${expected}`, offset };
}

interface SyntaxProblem {
  readonly offset: number;
  readonly expected: string;
}

/** What is expected next, in words. */
const words = {
  value: 'a value',
  'first value': 'a value or ]',
  key: 'a key in double quotes',
  'first key': 'a key in double quotes or }',
  colon: 'a colon',
} as const;

type Next = keyof typeof words | 'separator';

const escapes = /["\\/bfnrt]/u;
const hexDigit = /[\da-f]/iu;
const digit = /\d/u;

class Scanner {
  readonly #text: string;
  #offset = 0;
  /** The closing brackets of the open objects and arrays, the innermost last. */
  readonly #closers: ('}' | ']')[] = [];
  #next: Next = 'value';

  constructor(text: string) {
    this.#text = text;
  }

  findError(): SyntaxProblem | undefined {
    for (;;) {
      this.#skip(/[ \t\n\r]/u);
      if (this.#next === 'separator' && this.#closers.length === 0 && this.#offset === this.#text.length)
        return undefined;
      const error = this.#step();
      if (error !== undefined) return error;
    }
  }

  get #character(): string {
    return this.#text.charAt(this.#offset);
  }

  #skip(characters: RegExp): number {
    const start = this.#offset;
    while (characters.test(this.#character)) this.#offset += 1;
    return this.#offset - start;
  }

  #refuse(expected: string): SyntaxProblem {
    return { offset: this.#offset, expected };
  }

  /** Reads one token. */
  #step(): SyntaxProblem | undefined {
    const next = this.#next;
    switch (next) {
      case 'first value':
        return this.#character === ']' ? this.#close() : this.#value();
      case 'value':
        return this.#value();
      case 'first key':
        return this.#character === '}' ? this.#close() : this.#key();
      case 'key':
        return this.#key();
      case 'colon':
        return this.#character === ':' ? this.#pass('value') : this.#refuse(words.colon);
      case 'separator':
        return this.#separator();
      default:
        throw new Error(`unknown token ${String(next satisfies never)}`);
    }
  }

  #pass(next: Next): undefined {
    this.#offset += 1;
    this.#next = next;
  }

  #close(): undefined {
    this.#closers.pop();
    return this.#pass('separator');
  }

  #separator(): SyntaxProblem | undefined {
    const closer = this.#closers.at(-1);
    if (closer === undefined) return this.#refuse('the end of the line');
    if (this.#character === closer) return this.#close();
    if (this.#character === ',') return this.#pass(closer === '}' ? 'key' : 'value');
    return this.#refuse(`a comma or ${closer}`);
  }

  #key(): SyntaxProblem | undefined {
    if (this.#character !== '"') return this.#refuse(this.#next === 'key' ? words.key : words['first key']);
    return this.#string('colon');
  }

  #value(): SyntaxProblem | undefined {
    const character = this.#character;
    if (character === '{' || character === '[') {
      this.#closers.push(character === '{' ? '}' : ']');
      return this.#pass(character === '{' ? 'first key' : 'first value');
    }
    if (character === '"') return this.#string('separator');
    if (character === '-' || digit.test(character)) return this.#number();
    const literal = ['true', 'false', 'null'].find((each) => this.#text.startsWith(each, this.#offset));
    if (literal === undefined) return this.#refuse(this.#next === 'value' ? words.value : words['first value']);
    this.#offset += literal.length;
    this.#next = 'separator';
    return undefined;
  }

  #string(next: Next): SyntaxProblem | undefined {
    for (this.#offset += 1; this.#character !== '"'; this.#offset += 1) {
      const character = this.#character;
      if (character === '') return this.#refuse('a closing quote');
      if (character < ' ') return this.#refuse('an escape for it');
      const error = character === '\\' ? this.#escape() : undefined;
      if (error !== undefined) return error;
    }
    return this.#pass(next);
  }

  /** Stops at the last character of the escape. */
  #escape(): SyntaxProblem | undefined {
    this.#offset += 1;
    if (escapes.test(this.#character)) return undefined;
    if (this.#character !== 'u') return this.#refuse('one of "\\/bfnrtu');
    for (let count = 0; count < 4; count += 1) {
      this.#offset += 1;
      if (!hexDigit.test(this.#character)) return this.#refuse('a hex digit');
    }
    return undefined;
  }

  #number(): SyntaxProblem | undefined {
    if (this.#character === '-') this.#offset += 1;
    if (this.#character === '0') this.#offset += 1;
    else if (this.#skip(digit) === 0) return this.#refuse('a digit');
    if (this.#character === '.') {
      this.#offset += 1;
      if (this.#skip(digit) === 0) return this.#refuse('a digit');
    }
    if (/[eE]/u.test(this.#character)) {
      this.#offset += 1;
      if (/[+-]/u.test(this.#character)) this.#offset += 1;
      if (this.#skip(digit) === 0) return this.#refuse('a digit');
    }
    this.#next = 'separator';
    return undefined;
  }
}
