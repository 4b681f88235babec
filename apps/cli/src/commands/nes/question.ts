/** A question in the status line, answered with one key. */
import type { Key } from '../../tui/key.ts';
import { nameOf } from './editing-keys.ts';

export interface Question {
  readonly words: () => string;
  /** The actions by key; one that returns false keeps the question open. */
  readonly answers: Readonly<Record<string, () => boolean | void>>;
  /** Called for Esc and Ctrl+C. */
  readonly giveUp?: () => void;
}

/** Handles a key; returns whether the question is answered. */
export function answer(question: Question, key: Key): boolean {
  const name = key.name === 'text' ? key.text.toLowerCase() : nameOf(key);
  if (name === 'escape' || name === 'control+c') {
    question.giveUp?.();
    return true;
  }
  const act = question.answers[name];
  return act !== undefined && act() !== false;
}
