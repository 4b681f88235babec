/** A recording of a screen: frames at times that a script gives, so that each run has the same. */
import type { Row, ScreenCells } from './screen-cells.ts';

export interface Frame extends ScreenCells {
  /** Milliseconds since the beginning. */
  readonly at: number;
}

export interface Recording {
  readonly title: string;
  readonly columns: number;
  readonly rows: number;
  readonly frames: readonly Frame[];
  /** Milliseconds for which the last frame stays. */
  readonly rest: number;
}

const spinners = ['⠋⠙⠹⠸⠼⠴⠦⠧', '◐◓◑◒'].map((each) => Array.from(each));

export class Recorder {
  readonly #frames: Frame[] = [];
  #at = 0;

  get frames(): readonly Frame[] {
    return this.#frames;
  }

  /** Adds what the screen shows, `milliseconds` after the frame before; a spinner turns with the frames. */
  add(cells: ScreenCells, milliseconds: number): void {
    this.#at += milliseconds;
    const turn = this.#frames.length;
    const rows = cells.rows.map((row): Row => row.map((run) => ({ ...run, text: turned(run.text, turn) })));
    this.#frames.push({ at: this.#at, rows, cursor: cells.cursor });
  }
}

function turned(text: string, turn: number): string {
  let result = text;
  for (const spinner of spinners)
    result = result.replace(new RegExp(`[${spinner.join('')}]`, 'gu'), spinner[turn % spinner.length] ?? '');
  return result;
}
