/** The log of the program, on stderr. */
import { stripControls } from '../text/strip-control-characters.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { UsageError } from '../errors/usage-error.ts';
import { logLevels, type LogLevel } from './log-levels.ts';
import type { WireObserver } from '../wire/observed-channel.ts';

export class Log {
  readonly #terminal: Terminal;
  readonly #maxLevel: number;
  readonly #name: string;

  /** `name` is the prefix of each line. */
  constructor(terminal: Terminal, level: LogLevel = 'warn', name = 'acp') {
    this.#terminal = terminal;
    this.#maxLevel = logLevels.indexOf(level);
    this.#name = name;
  }

  /** Whether messages of this level are printed. */
  isEnabled(level: LogLevel): boolean {
    return logLevels.indexOf(level) <= this.#maxLevel;
  }

  error(line: string): void {
    this.#print('error', line);
  }

  warn(line: string): void {
    this.#print('warn', line);
  }

  info(line: string): void {
    this.#print('info', line);
  }

  debug(line: string): void {
    this.#print('debug', line);
  }

  #print(level: LogLevel, line: string): void {
    if (this.isEnabled(level)) void this.#terminal.stderr.tryWrite(`${this.#name}: ${stripControls(line)}\n`);
  }
}

/** Opens the log with the level of the flags, or of ACP_LOG_LEVEL. */
export function openLog({ logLevel }: { readonly logLevel?: LogLevel }, terminal: Terminal, name?: string): Log {
  const wanted = logLevel ?? terminal.env['ACP_LOG_LEVEL'] ?? '';
  const level = logLevels.find((each) => each === wanted);
  if (level !== undefined || wanted === '') return new Log(terminal, level, name);
  throw new UsageError(`ACP_LOG_LEVEL must be one of ${logLevels.join(', ')}, not ${wanted}`);
}

/** Logs every message on a channel at level debug; returns no observer if that level is off. */
export function wireLog(log: Log): readonly WireObserver[] {
  if (!log.isEnabled('debug')) return [];
  return [
    {
      frame: ({ direction, message }) => {
        const { id, method } = Object(message) as { readonly id?: unknown; readonly method?: unknown };
        const what = typeof method === 'string' ? method : 'response';
        log.debug(`${direction} ${what}${id === undefined ? '' : ` #${JSON.stringify(id)}`}`);
      },
      problem: ({ message }) => {
        log.debug(`received something that is not a message: ${message}`);
      },
    },
  ];
}
