/** What is said on stderr about losses: each kind once in full, and how often at the end. */
import type { BridgeReport } from '@acp-stack/bridge';
import { formatProblem } from '@acp-stack/schema';

export class LossLog {
  readonly #counts = new Map<string, number>();

  /** The line for a report; undefined when the same was said before. */
  line(report: BridgeReport): string | undefined {
    const text = words(report);
    const count = (this.#counts.get(text) ?? 0) + 1;
    // A long conversation of an unusual agent must not fill the memory with sentences.
    if (this.#counts.size < 1000 || count > 1) this.#counts.set(text, count);
    return count === 1 ? text : undefined;
  }

  /** How often what was said once happened in all; undefined when nothing happened twice. */
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
    case 'mended-by-bridge': {
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
