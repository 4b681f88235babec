/** Where the cursor goes: by characters as people count them, by words, by lines. Nothing here changes a text. */
import type { Place, Text } from '@acp-stack/nes';

import { columnAt, lengthAt } from './screen-cells.ts';
import { nextCharacter, previousCharacter } from './characters.ts';

export function left(text: Text, { line, column }: Place): Place {
  if (column > 0) return { line, column: previousCharacter(text.line(line), column) };
  return line === 0 ? { line, column } : { line: line - 1, column: text.line(line - 1).length };
}

export function right(text: Text, { line, column }: Place): Place {
  const content = text.line(line);
  if (column < content.length) return { line, column: nextCharacter(content, column) };
  return line + 1 < text.lineCount ? { line: line + 1, column: 0 } : { line, column };
}

const isWord = (character: string): boolean => /[\p{L}\p{N}\p{M}_$]/u.test(character);

/** To the beginning of the word before; at the beginning of a line, to the end of the one above. */
export function wordLeft(text: Text, place: Place): Place {
  if (place.column === 0) return left(text, place);
  const content = text.line(place.line);
  let { column } = place;
  const before = (): string => content.slice(previousCharacter(content, column), column);
  while (column > 0 && !isWord(before())) column = previousCharacter(content, column);
  while (column > 0 && isWord(before())) column = previousCharacter(content, column);
  return { line: place.line, column };
}

export function wordRight(text: Text, place: Place): Place {
  const content = text.line(place.line);
  if (place.column >= content.length) return right(text, place);
  let { column } = place;
  const after = (): string => content.slice(column, nextCharacter(content, column));
  while (column < content.length && !isWord(after())) column = nextCharacter(content, column);
  while (column < content.length && isWord(after())) column = nextCharacter(content, column);
  return { line: place.line, column };
}

/** To the first character that is no space, and from there to the beginning. */
export function home(text: Text, { line, column }: Place): Place {
  const indent = /^\s*/u.exec(text.line(line))?.[0].length ?? 0;
  return { line, column: column === indent ? 0 : indent };
}

export const end = (text: Text, { line }: Place): Place => ({ line, column: text.line(line).length });

/** The place `rows` lines further, in the column of the screen that is `wanted`. */
export function vertical(text: Text, { line }: Place, rows: number, wanted: number): Place {
  const target = Math.min(Math.max(0, line + rows), text.lineCount - 1);
  return { line: target, column: lengthAt(text.line(target), wanted) };
}

/** The column of the screen that a place is in. */
export const screenColumn = (text: Text, { line, column }: Place): number => columnAt(text.line(line), column);
