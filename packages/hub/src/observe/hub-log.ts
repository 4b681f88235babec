/**
 * The log of a hub: one JSON object on each line, for programs that collect logs.
 *
 * A line has the fields named here and no others. There is no field for contents of messages; sentences are passed
 * through `redact`.
 */
import { redact } from './redact.ts';

/** How important a line is. */
export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

/** What a line says besides its event. */
export interface LogFields {
  /** The name of a principal. */
  readonly principal?: string;
  /** The id of a session. */
  readonly session?: string;
  /** One sentence. */
  readonly message?: string;
  /** A word. */
  readonly reason?: string;
  /** How many. */
  readonly count?: number;
  /** How long. */
  readonly milliseconds?: number;
}

/** Writes lines. */
export interface HubLog {
  /** Writes a line about an event, a word such as `client-connected`. */
  readonly write: (level: LogLevel, event: string, fields?: LogFields) => void;
  /** A function that writes sentences about an event as warnings. */
  readonly sentences: (event: string) => (message: string) => void;
}

/** Where a log is written, and what of it. */
export interface HubLogOptions {
  /** The name of the node. */
  readonly node: string;
  /** Takes a line, with its line break. */
  readonly write: (line: string) => void;
  /** Lines below this level are left out; `info` by default. */
  readonly level?: LogLevel;
  /** The time of day; that of the system by default. */
  readonly now?: () => Date;
}

const ranks: Readonly<Record<LogLevel, number>> = { debug: 0, info: 1, warn: 2, error: 3 };
const fieldNames = ['principal', 'session', 'message', 'reason', 'count', 'milliseconds'] as const;

/** Makes the log of a node. */
export function hubLog({ node, write, level = 'info', now = () => new Date() }: HubLogOptions): HubLog {
  const writeLine: HubLog['write'] = (lineLevel, event, fields = {}) => {
    if (ranks[lineLevel] < ranks[level]) return;
    const known = fieldNames.flatMap((name) => {
      const value = fields[name];
      return value === undefined ? [] : [[name, typeof value === 'string' ? redact(value) : value] as const];
    });
    const line = { time: now().toISOString(), level: lineLevel, event, node, ...Object.fromEntries(known) };
    write(`${JSON.stringify(line)}\n`);
  };
  return {
    write: writeLine,
    sentences: (event) => (message) => {
      writeLine('warn', event, { message });
    },
  };
}

/** A log that writes nothing. */
export const silentLog: HubLog = { write: () => undefined, sentences: () => () => undefined };
