/** Caches responses by their request, so that the same request is not sent twice; empty responses count as well. */
import type { TextPosition } from '../text/text-position.ts';
import type { Text } from '../text/text.ts';

/** A position in a text. */
export interface Question {
  readonly uri: string;
  readonly text: Text;
  readonly position: TextPosition;
}

interface Entry<T> {
  readonly text: Text;
  readonly answer: T;
}

const maxEntries = 50;

export class SuggestionCache<T> {
  /** The entry that was used last is last. */
  readonly #entries = new Map<string, Entry<T>>();

  get(question: Question): T | undefined {
    const key = keyOf(question);
    const entry = this.#entries.get(key);
    if (entry === undefined || entry.text.difference(question.text) !== undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.answer;
  }

  set(question: Question, answer: T): void {
    const key = keyOf(question);
    this.#entries.delete(key);
    this.#entries.set(key, { text: question.text, answer });
    const [oldest] = this.#entries.keys();
    if (this.#entries.size > maxEntries && oldest !== undefined) this.#entries.delete(oldest);
  }

  /** Removes the responses for which `isOver` returns true. */
  prune(isOver: (answer: T) => boolean): void {
    for (const [key, { answer }] of this.#entries) if (isOver(answer)) this.#entries.delete(key);
  }

  clear(): void {
    this.#entries.clear();
  }
}

/** Texts of the same length are compared when they are looked up. */
const keyOf = ({ uri, text, position }: Question): string =>
  `${position.line}:${position.column} ${text.length} ${text.lineCount} ${uri}`;
