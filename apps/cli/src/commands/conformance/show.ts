/** `acp conformance show`: writes a saved report in another form. */
import type { Terminal } from '../../terminal/terminal.ts';
import type { ConformanceFlags } from './conformance-flags.ts';
import { finishRun } from './finish-run.ts';
import { readReportFile } from './named-files.ts';

export type ShowFlags = Pick<ConformanceFlags, 'format' | 'output' | 'badge'>;

export interface ShowCommand {
  readonly file: string;
  readonly flags: ShowFlags;
}

/** Returns the exit code of the run that made the report. */
export const show = async ({ file, flags }: ShowCommand, terminal: Terminal): Promise<number> =>
  finishRun(readReportFile(file), flags, terminal);
