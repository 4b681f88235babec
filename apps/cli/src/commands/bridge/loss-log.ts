/** Reports losses of the bridge: each kind once in full, and the counts at the end. */
import type { BridgeReport } from '@acp-stack/bridge';

import { bridgeReportText } from '../../log/bridge-report-text.ts';

export class LossLog {
  readonly #counts = new Map<string, number>();

  /** The line for a report; undefined if it was already reported. */
  line(report: BridgeReport): string | undefined {
    const text = bridgeReportText(report);
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
