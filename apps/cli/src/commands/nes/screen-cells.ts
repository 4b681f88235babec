/**
 * Text as cells of a screen: grapheme clusters with their width in columns.
 *
 * Control characters are escaped. Tabs lead to the next tab stop.
 */
import { widthOf } from '../../tui/styled-line.ts';
import { escapeControls } from '../../text/escape-control-characters.ts';
import { nextCharacter } from './characters.ts';

export interface Cell {
  /** The drawn text. */
  readonly text: string;
  readonly width: number;
  /** The number of code units that it stands for. */
  readonly length: number;
}

const tabWidth = 4;
const tabs: readonly Cell[] = [0, 1, 2, 3].map((column) => {
  const width = tabWidth - column;
  return { text: ' '.repeat(width), width, length: 1 };
});

const plain = /^[ -~]*$/u;
const loneSurrogate = /\p{Cs}/gu;

/** The cells of `text`, which has no line break, starting in `column`. */
export function* cellsOf(text: string, column = 0): Generator<Cell, void> {
  let nextColumn = column;
  for (let index = 0; index < text.length;) {
    const next = nextCharacter(text, index);
    const cell = cellOf(text.slice(index, next), nextColumn);
    yield cell;
    nextColumn += cell.width;
    index = next;
  }
}

/** The column of the offset `length` in a line that starts in column `start`. */
export function columnAt(line: string, length: number, start = 0): number {
  const before = line.slice(0, length);
  if (plain.test(before)) return start + before.length;
  let column = start;
  for (const { width } of cellsOf(before, start)) column += width;
  return column;
}

/** The offset in a line of the last character that begins in or before this column. */
export function lengthAt(line: string, column: number): number {
  let end = 0;
  let length = 0;
  for (const cell of cellsOf(line)) {
    if (end + cell.width > column) break;
    end += cell.width;
    length += cell.length;
  }
  return length;
}

/** Measuring a character is slow, and a text has few different ones. */
const measuredCells = new Map<string, Cell>();
const maxMeasured = 20_000;

function cellOf(character: string, column: number): Cell {
  if (character === '\t') return tabs[column % tabWidth] as Cell;
  const cached = measuredCells.get(character);
  if (cached !== undefined) return cached;
  const cell = measured(character);
  if (measuredCells.size >= maxMeasured) measuredCells.clear();
  measuredCells.set(character, cell);
  return cell;
}

function measured(character: string): Cell {
  const { length } = character;
  const shown = escapeControls(character.replaceAll(loneSurrogate, '\ufffd'));
  const width = widthOf(shown);
  // A combining mark alone gets a placeholder.
  return width > 0 ? { text: shown, width, length } : { text: `\u25cc${shown}`, width: 1, length };
}
