/** Something that is asked in the status line and answered with one key. */
import type { Key } from '../../tui/key.ts';
import { nameOf } from './editing-keys.ts';

export interface Question {
  readonly words: () => string;
  /** By the key; false when the question stays. */
  readonly answers: Readonly<Record<string, () => boolean | void>>;
  /** Esc, or Ctrl+C. */
  readonly giveUp?: () => void;
}

/** Whether the question is answered by this key. */
export function answer(question: Question, key: Key): boolean {
  const name = key.name === 'text' ? key.text.toLowerCase() : nameOf(key);
  if (name === 'escape' || name === 'control+c') {
    question.giveUp?.();
    return true;
  }
  const act = question.answers[name];
  return act !== undefined && act() !== false;
}
