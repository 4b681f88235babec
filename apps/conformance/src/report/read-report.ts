/** Reads a report that an earlier run wrote as JSON. */
import { isFields } from '../conversation/message.ts';
import { reportFormat, type ConformanceReport } from './conformance-report.ts';

/** The report in `text`; throws an error with a sentence if it is none. */
export function readReport(text: string): ConformanceReport {
  const value = parsed(text);
  if (!isFields(value) || !Array.isArray(value['verdicts']) || !isFields(value['summary']))
    throw new Error('it is not a report of the conformance suite; write one with --format json');
  if (value['format'] !== reportFormat)
    throw new Error(
      `it has the format ${JSON.stringify(value['format'])}, and this version reads ${reportFormat}; write it again`,
    );
  return value as unknown as ConformanceReport;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error('it is not JSON; write a report with --format json', { cause: error });
  }
}
