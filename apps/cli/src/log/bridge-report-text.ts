/** Reports of the bridge between the protocol versions, as lines of the log. */
import type { BridgeReport } from '@acp-stack/bridge';
import { describeError } from '@acp-stack/rpc';
import { formatProblem } from '@acp-stack/schema';

/** One sentence: which message of which side, and what became of it. */
export function bridgeReportText(report: BridgeReport): string {
  switch (report.kind) {
    case 'loss': {
      return `${report.method} of the ${report.from}: ${report.reason}`;
    }
    case 'malformed': {
      const problems = report.problems.slice(0, 3).map(formatProblem).join('; ');
      return `${report.method} of the ${report.from} is malformed: ${problems}`;
    }
    case 'repaired-by-bridge': {
      const repairs = report.repairs.slice(0, 3).map(formatProblem).join('; ');
      return `${report.method} of the ${report.from} was mended: ${repairs}`;
    }
    case 'bridge-failed': {
      return `${report.method} of the ${report.from} could not be converted: ${describeError(report.error)}`;
    }
    case 'ignored-by-bridge': {
      return `a message of the ${report.from} was ignored: ${report.reason}`;
    }
    default: {
      return report satisfies never;
    }
  }
}
