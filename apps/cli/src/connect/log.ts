/** What the program says about its own work, on stderr; most of it only to those who ask. */
import { withoutControls } from '../terminal/plain-text.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { logLevels, type LogLevel } from './log-levels.ts';

export class Log {
  readonly #terminal: Terminal;
  readonly #most: number;

  constructor(terminal: Terminal, level: LogLevel = 'warn') {
    this.#terminal = terminal;
    this.#most = logLevels.indexOf(level);
  }

  /** Whether somebody wants to hear of this level. */
  says(level: LogLevel): boolean {
    return logLevels.indexOf(level) <= this.#most;
  }

  warn(line: string): void {
    this.#tell('warn', line);
  }

  info(line: string): void {
    this.#tell('info', line);
  }

  debug(line: string): void {
    this.#tell('debug', line);
  }

  #tell(level: LogLevel, line: string): void {
    if (this.says(level)) void this.#terminal.stderr.tell(`acp: ${withoutControls(line)}\n`);
  }
}
