/** Reports losses of the bridge: each kind once in full, and the counts at the end. */
import type { BridgeReport } from '@acp-stack/bridge';
import { formatProblem } from '@acp-stack/schema';

export class LossLog {
  readonly #counts = new Map<string, number>();

  /** The line for a report; undefined if it was already reported. */
  line(report: BridgeReport): string | undefined {
    const text = words(report);
    const count = (this.#counts.get(text) ?? 0) + 1;
    // Limits the memory in a long conversation.
    if (this.#counts.size < 1000 || count > 1) this.#counts.set(text, count);
    return count === 1 ? text : undefined;
  }

  /** The counts of everything that happened more than once; undefined if there is none. */
  summary(): string | undefined {
    const repeated = [...this.#counts].filter(([, count]) => count > 1);
    if (repeated.length === 0) return undefined;
    return repeated.map(([text, count]) => `${count} times: ${text}`).join('\nacp bridge: ');
  }
}

function words(report: BridgeReport): string {
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
      const reason = report.error instanceof Error ? report.error.message : String(report.error);
      return `${report.method} of the ${report.from} could not be converted: ${reason}`;
    }
    case 'ignored-by-bridge': {
      return `a message of the ${report.from} was ignored: ${report.reason}`;
    }
    default: {
      return report satisfies never;
    }
  }
}
