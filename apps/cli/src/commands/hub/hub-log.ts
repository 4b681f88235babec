/** The log of a hub on stderr: sentences for people, or one JSON object on each line. */
import type { HubLogOptions, LogFields, LogLevel } from '@acp-stack/hub';

import type { Log } from '../../log/log.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import type { StartFlags } from './hub-settings.ts';

/** A line as a hub writes it. */
interface LogLine extends LogFields {
  readonly level: LogLevel;
  readonly event: string;
}

/** Where a hub writes its lines. */
export function logWriter(
  { logFormat, logLevel }: Pick<StartFlags, 'logFormat' | 'logLevel'>,
  log: Log,
  { stderr }: Terminal,
): Pick<HubLogOptions, 'level' | 'write'> {
  if (logFormat === 'text') return { level: 'debug', write: (line) => writeText(JSON.parse(line) as LogLine, log) };
  const write = (line: string): void => void stderr.tryWrite(line);
  return { write, ...(logLevel === undefined ? {} : { level: logLevel }) };
}

function writeText({ level, event, message, reason, principal, session }: LogLine, log: Log): void {
  const about = [principal, session].filter((each) => each !== undefined).join(', ');
  const why = reason === undefined ? '' : ` (${reason})`;
  log[level](`${message ?? event}${why}${about === '' ? '' : `: ${about}`}`);
}
