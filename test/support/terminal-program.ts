/**
 * A program in a real pseudo-terminal, and the screen that its user would see.
 *
 * It starts what a user installs, from `dist`. The screen is that of a terminal emulator, as text, and never a frame of
 * which only a part has come; waiting for something on it ends as soon as it is there, and shows the screen when the
 * program ends before that.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { spawn, type IPty } from '@lydell/node-pty';
import xterm from '@xterm/headless';

import { repository } from './checkout.ts';

export interface TerminalProgramOptions {
  /** What is started; `acp` when absent. */
  readonly command?: readonly [string, ...string[]];
  /** What follows it. */
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly columns?: number;
  readonly rows?: number;
}

/** Keys by their names. */
export const keys = {
  enter: '\r',
  escape: '\u001b',
  up: '\u001b[A',
  down: '\u001b[B',
  tab: '\t',
  shiftTab: '\u001b[Z',
  altEnter: '\u001b\r',
  backspace: '\u007f',
  control: (letter: string): string => String.fromCodePoint((letter.codePointAt(0) ?? 0) - 0x60),
  paste: (text: string): string => `\u001b[200~${text}\u001b[201~`,
};

/** Milliseconds until something that does not come is given up, with the screen as it is. */
const giveUpAfter = 50_000;

const [frameStart, frameEnd] = ['\u001b[?2026h', '\u001b[?2026l'];

/**
 * How much of what has come a terminal shows: nothing of a frame before its end, which may come in the middle of a
 * code.
 */
function wholeLength(come: string): number {
  const start = come.lastIndexOf(frameStart);
  if (start > come.lastIndexOf(frameEnd)) return start;
  const code = come.lastIndexOf('\u001b');
  return code >= 0 && frameStart.startsWith(come.slice(code)) ? code : come.length;
}

const acp = join(repository, 'apps/cli/dist/main.js');

export class TerminalProgram implements AsyncDisposable {
  /** The home folder of the program, empty at first. */
  readonly home: string;
  readonly #pty: IPty;
  readonly #terminal: InstanceType<typeof xterm.Terminal>;
  readonly #watchers = new Set<() => void>();
  /** Everything that was written, as it came. */
  raw = '';
  /** The beginning of a frame whose end has not come. */
  #held = '';
  #exitCode: number | undefined;
  /** Whether nothing more comes on the screen. */
  #isOver = false;
  readonly exited: Promise<number>;
  /** The signal that ended it; 0 when none did. */
  endSignal: number | undefined;

  constructor(options: TerminalProgramOptions = {}) {
    const { args = [], env = {}, columns = 80, rows = 24 } = options;
    this.home = mkdtempSync(join(tmpdir(), 'acp-chat-'));
    this.#terminal = new xterm.Terminal({ cols: columns, rows, scrollback: 20_000, allowProposedApi: true });
    const [program, ...before] = options.command ?? [process.execPath, acp];
    this.#pty = spawn(program, [...before, ...args], {
      name: env['TERM'] ?? 'xterm-256color',
      cols: columns,
      rows,
      cwd: options.cwd ?? this.home,
      env: {
        PATH: process.env['PATH'] ?? '',
        HOME: this.home,
        TERM: 'xterm-256color',
        ACP_AGENT_DATA: join(this.home, 'sessions'),
        ...env,
      },
    });
    this.#pty.onData((data) => {
      this.raw += data;
      const come = `${this.#held}${data}`;
      const whole = come.slice(0, wholeLength(come));
      this.#held = come.slice(whole.length);
      // What is written at once is on the screen at once.
      this.#terminal.write(whole, () => this.#look());
    });
    this.exited = new Promise((resolve) => {
      this.#pty.onExit(({ exitCode, signal }) => {
        this.#exitCode = exitCode;
        this.endSignal = signal;
        // What was written last may still be on its way to the screen.
        this.#terminal.write(this.#held, () => {
          this.#isOver = true;
          this.#look();
          resolve(exitCode);
        });
      });
    });
  }

  /** The lines that are visible. */
  get screen(): string {
    const { active } = this.#terminal.buffer;
    return this.#lines(active.baseY, active.baseY + this.#terminal.rows);
  }

  /** Everything that was ever on the screen and is still in the scrollback. */
  get everything(): string {
    return this.#lines(0, this.#terminal.buffer.active.length);
  }

  get cursor(): { readonly row: number; readonly column: number } {
    const { cursorX, cursorY } = this.#terminal.buffer.active;
    return { row: cursorY, column: cursorX };
  }

  /** Colours and weight of the first cell that shows this text on the screen. */
  styleOf(text: string): { readonly colour: number; readonly isBold: boolean; readonly isDim: boolean } {
    const { active } = this.#terminal.buffer;
    for (let row = active.length - 1; row >= 0; row -= 1) {
      const column = active.getLine(row)?.translateToString(true).indexOf(text) ?? -1;
      const cell = column < 0 ? undefined : active.getLine(row)?.getCell(column);
      if (cell !== undefined)
        return { colour: cell.getFgColor(), isBold: cell.isBold() !== 0, isDim: cell.isDim() !== 0 };
    }
    throw new Error(`There is no ${JSON.stringify(text)} on the screen:\n${this.screen}`);
  }

  press(...sequences: readonly string[]): void {
    for (const each of sequences) this.#pty.write(each);
  }

  /** Types words and sends them. */
  say(words: string): void {
    this.press(words, keys.enter);
  }

  /** Resolves when the screen shows it; the screen then. */
  async shows(
    wanted: string | RegExp | ((screen: string) => boolean),
    where: 'screen' | 'everything' = 'screen',
  ): Promise<string> {
    const fits = (text: string): boolean => {
      if (typeof wanted === 'function') return wanted(text);
      return typeof wanted === 'string' ? text.includes(wanted) : wanted.test(text);
    };
    return new Promise((resolve, reject) => {
      const end = (outcome: () => void): void => {
        clearTimeout(timer);
        this.#watchers.delete(watch);
        outcome();
      };
      const fail = (what: string): void => {
        end(() => reject(new Error(`${what} ${String(wanted)} was there:\n${this[where]}`)));
      };
      const watch = (): void => {
        const text = this[where];
        if (fits(text)) end(() => resolve(text));
        else if (this.#isOver) fail(`The program ended with ${this.#exitCode} before`);
      };
      const timer = setTimeout(() => fail('The time was over before'), giveUpAfter);
      this.#watchers.add(watch);
      watch();
    });
  }

  resize(columns: number, rows: number): void {
    this.#terminal.resize(columns, rows);
    this.#pty.resize(columns, rows);
  }

  /** The terminal is closed, as when its window is. */
  hangUp(): void {
    (this.#pty as unknown as { destroy: () => void }).destroy();
  }

  kill(signal: string): void {
    this.#pty.kill(signal);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#exitCode === undefined) this.#pty.kill('SIGKILL');
    await this.exited;
    this.#terminal.dispose();
    rmSync(this.home, { recursive: true, force: true });
  }

  #look(): void {
    for (const watch of this.#watchers) watch();
  }

  #lines(from: number, to: number): string {
    const { active } = this.#terminal.buffer;
    const lines = Array.from(
      { length: to - from },
      (_, index) => active.getLine(from + index)?.translateToString(true) ?? '',
    );
    return lines.join('\n').trimEnd();
  }
}
