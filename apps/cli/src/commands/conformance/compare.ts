/** `acp conformance compare`: several reports in one table. */
import {
  compareReports,
  comparisonHtml,
  comparisonMarkdown,
  comparisonText,
  readReport,
  type Comparison,
} from '@acp-stack/conformance';

import { UsageError } from '../../errors/usage-error.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { readNamedFile, writeResult } from './named-files.ts';

export interface CompareFlags {
  readonly format: 'terminal' | 'markdown' | 'html';
  readonly output?: string;
}

export interface CompareCommand {
  readonly files: readonly string[];
  readonly flags: CompareFlags;
}

const writers: Readonly<Record<CompareFlags['format'], (comparison: Comparison) => string>> = {
  terminal: comparisonText,
  markdown: comparisonMarkdown,
  html: comparisonHtml,
};

export async function compare({ files, flags }: CompareCommand, terminal: Terminal): Promise<number> {
  const reports = files.map((path) => {
    try {
      return readReport(readNamedFile(path));
    } catch (error) {
      if (error instanceof UsageError) throw error;
      throw new UsageError(`${path}: ${(error as Error).message}`, { cause: error });
    }
  });
  await writeResult(writers[flags.format](compareReports(reports)), flags.output, terminal);
  return 0;
}
