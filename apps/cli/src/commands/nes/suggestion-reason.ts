/** Why an edit is probably suggested: the user has just made the same change in another line. */
import { replacementBetween, type Replacement, type ShownSuggestion, type Text } from '@acp-stack/nes';

import type { EditorState } from './editor-state.ts';

/** The number of undo steps in which the same change is searched for. */
const steps = 10;

/** The last line with the same change, counted from 1; undefined if there is none. */
export function lineOfSameChange({ drawn, kind }: ShownSuggestion, state: EditorState): number | undefined {
  const suggested = kind === 'edit' ? changeOf(state.text, drawn) : undefined;
  if (suggested === undefined) return undefined;
  const texts = [...state.past.slice(-steps).map(({ text }) => text), state.text];
  // A change may be several steps, such as deleting a word and typing another one.
  for (const [end, after] of [...texts.entries()].toReversed()) {
    for (const before of texts.slice(0, end).toReversed()) {
      const typed = replacementBetween(before, after);
      if (typed !== undefined && changeOf(before, [typed]) === suggested) return typed.span.start.line + 1;
    }
  }
  return undefined;
}

/** What replacements in one line change, in whole words; undefined if they are in several lines. */
function changeOf(text: Text, replacements: readonly Replacement[]): string | undefined {
  const number = replacements[0]?.span.start.line;
  const isInLine = ({ span, text: inserted }: Replacement): boolean =>
    span.start.line === number && span.end.line === number && !/[\r\n]/u.test(inserted);
  if (number === undefined || !replacements.every(isInLine)) return undefined;
  const before = text.line(number);
  // From the end, because a replacement moves what follows it.
  const after = replacements
    .toSorted((one, other) => other.span.start.column - one.span.start.column)
    .reduce((line, { span, text: inserted }) => {
      return line.slice(0, span.start.column) + inserted + line.slice(span.end.column);
    }, before);
  return changedWords(before, after);
}

const wordCharacter = /[\p{L}\p{N}_$]/u;
const isInWord = (line: string, index: number): boolean => wordCharacter.test(line.charAt(index));

function changedWords(before: string, after: string): string {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  while (start > 0 && isInWord(before, start - 1)) start -= 1;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  while (end > 0 && isInWord(before, before.length - end)) end -= 1;
  return `${before.slice(start, before.length - end)}\n${after.slice(start, after.length - end)}`;
}
