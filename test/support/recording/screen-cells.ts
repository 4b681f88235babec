/** What a terminal emulator shows, as runs of text of one style. */
import type xterm from '@xterm/headless';

interface CellStyle {
  /** The number of a colour of the terminal, from 0 to 255. */
  readonly colour?: number;
  readonly background?: number;
  readonly isBold?: boolean;
  readonly isDim?: boolean;
  readonly isItalic?: boolean;
  readonly isUnderlined?: boolean;
  readonly isInverse?: boolean;
}

/** Text of one style, from a column on. */
export interface Run extends CellStyle {
  readonly column: number;
  readonly text: string;
}

export type Row = readonly Run[];

export interface ScreenCells {
  readonly rows: readonly Row[];
  /** Undefined if it is hidden. */
  readonly cursor: { readonly row: number; readonly column: number } | undefined;
}

type Emulator = InstanceType<typeof xterm.Terminal>;
type Cell = NonNullable<ReturnType<NonNullable<ReturnType<Emulator['buffer']['active']['getLine']>>['getCell']>>;

export function cellsOf(terminal: Emulator, isCursorShown: boolean): ScreenCells {
  const { active } = terminal.buffer;
  const rows = Array.from({ length: terminal.rows }, (_, row) => rowOf(terminal, active.baseY + row));
  return { rows, cursor: isCursorShown ? { row: active.cursorY, column: active.cursorX } : undefined };
}

function rowOf({ buffer, cols }: Emulator, row: number): Row {
  const line = buffer.active.getLine(row);
  const runs: { style: string; run: Run }[] = [];
  for (let column = 0; column < cols; column += 1) {
    const cell = line?.getCell(column);
    // The second half of a wide character.
    if (cell === undefined || cell.getWidth() === 0) continue;
    const style = styleOf(cell);
    const key = JSON.stringify(style);
    const last = runs.at(-1);
    const text = cell.getChars() === '' ? ' ' : cell.getChars();
    if (last?.style === key) last.run = { ...last.run, text: last.run.text + text };
    else runs.push({ style: key, run: { ...style, column, text } });
  }
  const last = runs.at(-1);
  if (last?.style === '{}') last.run = { ...last.run, text: last.run.text.trimEnd() };
  return runs.map(({ run }) => run).filter(({ text }) => text !== '');
}

function styleOf(cell: Cell): CellStyle {
  return {
    ...(cell.isFgDefault() ? {} : { colour: cell.getFgColor() }),
    ...(cell.isBgDefault() ? {} : { background: cell.getBgColor() }),
    ...(cell.isBold() === 0 ? {} : { isBold: true }),
    ...(cell.isDim() === 0 ? {} : { isDim: true }),
    ...(cell.isItalic() === 0 ? {} : { isItalic: true }),
    ...(cell.isUnderline() === 0 ? {} : { isUnderlined: true }),
    ...(cell.isInverse() === 0 ? {} : { isInverse: true }),
  };
}
