/**
 * A recording in the format of asciinema, version 2: a header, then one line for each frame with the rows that changed.
 * https://docs.asciinema.org/manual/asciicast/v2/
 */
import type { Recording } from './recording.ts';
import type { Row, Run } from './screen-cells.ts';

export function asciicast({ title, columns, rows, frames, rest }: Recording): string {
  const header = { version: 2, width: columns, height: rows, title };
  let before: readonly Row[] = [];
  const events = frames.map(({ at, rows: shown, cursor }): readonly [number, 'o', string] => {
    const changed = shown.flatMap((row, index) =>
      JSON.stringify(row) === JSON.stringify(before[index] ?? []) ? [] : [`${place(index, 0)}\u001b[2K${codesOf(row)}`],
    );
    before = shown;
    const caret = cursor === undefined ? '\u001b[?25l' : `${place(cursor.row, cursor.column)}\u001b[?25h`;
    return [at / 1000, 'o', `${changed.join('')}${caret}`];
  });
  const end = [((frames.at(-1)?.at ?? 0) + rest) / 1000, 'o', ''];
  return [header, ...events, end].map((each) => `${JSON.stringify(each)}\n`).join('');
}

const place = (row: number, column: number): string => `\u001b[${row + 1};${column + 1}H`;

const codesOf = (row: Row): string =>
  row.map((run) => `\u001b[${run.column + 1}G\u001b[${['0', ...styleCodes(run)].join(';')}m${run.text}`).join('') +
  (row.length === 0 ? '' : '\u001b[0m');

const styleCodes = (run: Run): readonly string[] => [
  ...(run.isBold === true ? ['1'] : []),
  ...(run.isDim === true ? ['2'] : []),
  ...(run.isItalic === true ? ['3'] : []),
  ...(run.isUnderlined === true ? ['4'] : []),
  ...(run.isInverse === true ? ['7'] : []),
  ...(run.colour === undefined ? [] : [`38;5;${run.colour}`]),
  ...(run.background === undefined ? [] : [`48;5;${run.background}`]),
];
