/** The colours of the program; none if the output is not a terminal or the user wants none (https://no-color.org). */
import type { Output } from './output.ts';

export type Paint = (text: string) => string;

export interface Palette {
  readonly bold: Paint;
  readonly dim: Paint;
  readonly red: Paint;
  readonly green: Paint;
  readonly yellow: Paint;
  readonly magenta: Paint;
  readonly cyan: Paint;
}

/** The palette for one output. */
export function createPalette(output: Output, env: Readonly<Record<string, string | undefined>>): Palette {
  const code = hasColours(output, env)
    ? (on: number, off: number): Paint =>
        (text) =>
          text === '' ? '' : `\u001b[${on}m${text}\u001b[${off}m`
    : (): Paint => (text) => text;
  return {
    bold: code(1, 22),
    dim: code(2, 22),
    red: code(31, 39),
    green: code(32, 39),
    yellow: code(33, 39),
    magenta: code(35, 39),
    cyan: code(36, 39),
  };
}

/** Whether colours are visible and wanted. */
export function hasColours(output: Output, env: Readonly<Record<string, string | undefined>>): boolean {
  if ((env['NO_COLOR'] ?? '') !== '') return false;
  const forced = env['FORCE_COLOR'] ?? '';
  if (forced !== '') return forced !== '0';
  return output.isTerminal && env['TERM'] !== 'dumb';
}
