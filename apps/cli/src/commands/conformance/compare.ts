/** `acp conformance compare`: several reports in one table. */
import {
  compareReports,
  comparisonHtml,
  comparisonMarkdown,
  comparisonText,
  type Comparison,
} from '@acp-stack/conformance';

import type { Terminal } from '../../terminal/terminal.ts';
import { readReportFile, writeResult } from './named-files.ts';

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
  const reports = files.map(readReportFile);
  await writeResult(writers[flags.format](compareReports(reports)), flags.output, terminal);
  return 0;
}
