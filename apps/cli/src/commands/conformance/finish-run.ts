/** Writes the report of a run, its badge and its baseline, and computes the exit code. */
import {
  badge,
  baselineText,
  compareWithBaseline,
  htmlReport,
  junitReport,
  readBaseline,
  terminalReport,
  type BaselineComparison,
  type ConformanceReport,
  type KnownFailure,
} from '@acp-stack/conformance';

import { UsageError } from '../../errors/usage-error.ts';
import { exitCodes } from '../../errors/command-error.ts';
import { checkOutput, saveOutput } from '../../files/output-file.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import type { ConformanceFlags } from './conformance-flags.ts';
import { readNamedFile, writeResult } from './named-files.ts';

const writers: Readonly<Record<ConformanceFlags['format'], (report: ConformanceReport) => string>> = {
  terminal: terminalReport,
  json: (report) => `${JSON.stringify(report, undefined, 2)}\n`,
  junit: junitReport,
  html: htmlReport,
};

const couldNotRun = 2;

/** The flags that this needs. */
type FinishFlags = Pick<ConformanceFlags, 'format' | 'output' | 'badge' | 'baseline' | 'updateBaseline'>;

/** A mistake in these flags is told before anything runs. */
export function checkFinishFlags({ output, badge: image, baseline, updateBaseline }: FinishFlags): void {
  if (updateBaseline === true && baseline === undefined)
    throw new UsageError('--update-baseline needs the file: add --baseline file');
  if (baseline !== undefined && updateBaseline !== true) readKnown(baseline);
  const written = [output === '-' ? undefined : output, image, updateBaseline === true ? baseline : undefined];
  for (const path of written) if (path !== undefined) checkOutput(path);
}

/** Returns 0 if no MUST is broken that is not known, 1 if one is, and 2 if no version of the protocol was judged. */
export async function finishRun(report: ConformanceReport, flags: FinishFlags, terminal: Terminal): Promise<number> {
  const comparison = compared(report, flags);
  await writeReport(report, flags, terminal);
  if (flags.badge !== undefined) await saveOutput(flags.badge, badge(report), terminal);
  if (flags.updateBaseline === true && flags.baseline !== undefined) {
    await saveOutput(flags.baseline, baselineText(report), terminal);
    return 0;
  }
  if (report.versions.length === 0 && report.summary.failed === 0) {
    await terminal.stderr.tryWrite(`acp: nothing was judged: ${report.verdicts[0]?.found ?? 'no rule was chosen.'}\n`);
    return couldNotRun;
  }
  if (comparison === undefined) return report.summary.failed === 0 ? 0 : exitCodes.failed;
  await terminal.stderr.tryWrite(baselineWords(comparison));
  return comparison.fresh.length === 0 && comparison.stale.length === 0 ? 0 : exitCodes.failed;
}

/** If the file cannot be written, such as on a full disk, the result of the run is shown instead of lost. */
async function writeReport(
  report: ConformanceReport,
  { format, output }: FinishFlags,
  terminal: Terminal,
): Promise<void> {
  try {
    await writeResult(writers[format](report), output, terminal);
  } catch (error) {
    if (output !== undefined && output !== '-') await terminal.stdout.tryWrite(terminalReport(report));
    throw error;
  }
}

function compared(report: ConformanceReport, flags: FinishFlags): BaselineComparison | undefined {
  const { baseline, updateBaseline = false } = flags;
  return baseline === undefined || updateBaseline ? undefined : compareWithBaseline(report, readKnown(baseline));
}

function readKnown(path: string): readonly KnownFailure[] {
  const text = readNamedFile(path);
  try {
    return readBaseline(text);
  } catch (error) {
    throw new UsageError(`${path}: ${(error as Error).message}`, { cause: error });
  }
}

function baselineWords({ fresh, known, stale }: BaselineComparison): string {
  const lines = [
    ...fresh.map(({ rule, version }) => `new: ${rule} in version ${version} is broken.`),
    ...stale.map((sentence) => `stale: ${sentence} --update-baseline removes it.`),
    `${known.length} known, ${fresh.length} new, ${stale.length} stale`,
  ];
  return `${lines.join('\n')}\n`;
}
