/** Answers of the agent by what was asked, so that the same question is not asked twice; empty answers count as well. */
import type { TextPosition } from '../text/text-position.ts';
import type { Text } from '../text/text.ts';

/** What was asked: a place in a text. */
export interface Question {
  readonly uri: string;
  readonly text: Text;
  readonly position: TextPosition;
}

interface Entry<T> {
  readonly text: Text;
  readonly answer: T;
}

const mostEntries = 50;

export class SuggestionCache<T> {
  /** The one that was used last stands last. */
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
    if (this.#entries.size > mostEntries && oldest !== undefined) this.#entries.delete(oldest);
  }

  /** Forgets the answers that `isOver` says are of no use any more. */
  prune(isOver: (answer: T) => boolean): void {
    for (const [key, { answer }] of this.#entries) if (isOver(answer)) this.#entries.delete(key);
  }

  clear(): void {
    this.#entries.clear();
  }
}

/** Texts of one length are told apart when they are looked at. */
const keyOf = ({ uri, text, position }: Question): string =>
  `${position.line}:${position.column} ${text.length} ${text.lineCount} ${uri}`;
