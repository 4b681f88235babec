/** Cursor movement by grapheme clusters, words and lines. */
import type { TextPosition, Text } from '@acp-stack/nes';

import { columnAt, lengthAt } from './screen-cells.ts';
import { nextCharacter, previousCharacter } from './characters.ts';

export function left(text: Text, { line, column }: TextPosition): TextPosition {
  if (column > 0) return { line, column: previousCharacter(text.line(line), column) };
  return line === 0 ? { line, column } : { line: line - 1, column: text.line(line - 1).length };
}

export function right(text: Text, { line, column }: TextPosition): TextPosition {
  const content = text.line(line);
  if (column < content.length) return { line, column: nextCharacter(content, column) };
  return line + 1 < text.lineCount ? { line: line + 1, column: 0 } : { line, column };
}

const isWord = (character: string): boolean => /[\p{L}\p{N}\p{M}_$]/u.test(character);

/** Moves to the start of the previous word; at the start of a line, to the end of the one above. */
export function wordLeft(text: Text, position: TextPosition): TextPosition {
  if (position.column === 0) return left(text, position);
  const content = text.line(position.line);
  let { column } = position;
  const before = (): string => content.slice(previousCharacter(content, column), column);
  while (column > 0 && !isWord(before())) column = previousCharacter(content, column);
  while (column > 0 && isWord(before())) column = previousCharacter(content, column);
  return { line: position.line, column };
}

export function wordRight(text: Text, position: TextPosition): TextPosition {
  const content = text.line(position.line);
  if (position.column >= content.length) return right(text, position);
  let { column } = position;
  const after = (): string => content.slice(column, nextCharacter(content, column));
  while (column < content.length && !isWord(after())) column = nextCharacter(content, column);
  while (column < content.length && isWord(after())) column = nextCharacter(content, column);
  return { line: position.line, column };
}

/** Moves to the first character that is not a space, and from there to the start of the line. */
export function home(text: Text, { line, column }: TextPosition): TextPosition {
  const indent = /^\s*/u.exec(text.line(line))?.[0].length ?? 0;
  return { line, column: column === indent ? 0 : indent };
}

export const end = (text: Text, { line }: TextPosition): TextPosition => ({ line, column: text.line(line).length });

/** Moves by `rows` lines, to the screen column `wantedColumn`. */
export function vertical(text: Text, { line }: TextPosition, rows: number, wantedColumn: number): TextPosition {
  const target = Math.min(Math.max(0, line + rows), text.lineCount - 1);
  return { line: target, column: lengthAt(text.line(target), wantedColumn) };
}

/** The screen column of a place. */
export const screenColumn = (text: Text, { line, column }: TextPosition): number => columnAt(text.line(line), column);
