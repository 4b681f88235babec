/**
 * Warns once when the context of the agent becomes 75, 90 and 95 percent full.
 *
 * After the context has shrunk, for example because it was compacted, the warnings begin again.
 */
import { thousands } from '../../../text/thousands.ts';

const limits = [95, 90, 75];

export interface Usage {
  readonly used: number;
  readonly size: number;
}

export class ContextWarning {
  /** The highest limit that the context has reached. */
  #reached = 0;

  /** The warning about a new report; undefined if there is nothing new to say. */
  report({ used, size }: Usage): string | undefined {
    const percent = percentOf({ used, size });
    const reached = limits.find((limit) => percent >= limit) ?? 0;
    const isNew = reached > this.#reached;
    this.#reached = reached;
    if (!isNew) return undefined;
    const urgency = reached === 95 ? ' The agent may soon stop or forget the beginning.' : '';
    return (
      `The context is ${percent}% full (${thousands(used)} of ${thousands(size)} tokens).${urgency} ` +
      '/compact continues with a summary, /new starts with an empty context.'
    );
  }

  /** The usage of a session that was opened, which is not warned about. */
  restart(usage: Usage | undefined): void {
    this.#reached = 0;
    if (usage !== undefined) this.report(usage);
  }
}

/** How full the context is; 0 if its size is unknown. */
const percentOf = ({ used, size }: Usage): number => (size > 0 ? Math.floor((used / size) * 100) : 0);
