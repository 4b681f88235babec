/** The texts of the documents that a client reports, as its events change them. */
import { fieldsOf, type Fields } from '../conversation/message.ts';

/** How characters of a line are counted. */
export type Encoding = 'utf-8' | 'utf-16' | 'utf-32';

/** The length of one character in each encoding. */
const sizes: Readonly<Record<Encoding, (character: string) => number>> = {
  'utf-8': (character) => Buffer.byteLength(character),
  'utf-16': (character) => character.length,
  'utf-32': () => 1,
};

const listOf = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value.map(fieldsOf) : []);

export class DocumentMirror {
  readonly #size: (character: string) => number;
  readonly #texts = new Map<unknown, string>();

  constructor(encoding: Encoding) {
    this.#size = sizes[encoding];
  }

  /** Takes the params of an event: a text, or changes of one. */
  take({ uri, text, contentChanges }: Fields): void {
    if (typeof text === 'string') this.#texts.set(uri, text);
    for (const change of listOf(contentChanges)) {
      const before = this.#texts.get(uri) ?? '';
      const { start, end } = fieldsOf(change['range']);
      const [from, to] = [this.#offset(before, start), this.#offset(before, end)];
      const added = String(change['text']);
      if (change['range'] === undefined || change['range'] === null) this.#texts.set(uri, added);
      else if (from !== undefined && to !== undefined)
        this.#texts.set(uri, before.slice(0, from) + added + before.slice(to));
    }
  }

  /** Whether a position lies between two characters of the document, or at the end of a line. */
  has(uri: unknown, position: unknown): boolean {
    const text = this.#texts.get(uri);
    return text === undefined || this.#offset(text, position) !== undefined;
  }

  /** Where a position is in the text; undefined if it is not in it, or within a character. */
  #offset(text: string, position: unknown): number | undefined {
    const { line, character } = fieldsOf(position);
    const lines = text.split(/(?<=\r\n|\n|\r(?!\n))/u);
    if (typeof line !== 'number' || line < 0 || line >= Math.max(lines.length, 1)) return undefined;
    let offset = lines.slice(0, line).join('').length;
    let passed = 0;
    for (const each of (lines[line] ?? '').replace(/[\r\n]+$/u, '')) {
      if (passed === character) break;
      passed += this.#size(each);
      offset += each.length;
    }
    return passed === character ? offset : undefined;
  }
}
