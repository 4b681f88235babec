/**
 * Runs the calls of one answer.
 *
 * Calls that only look run beside each other; one that changes something waits for those before it and holds back those after it, so that
 * a model which writes a file and then runs its test gets what it means.
 */
import type { ToolOutcome } from './run-tool.ts';

/** One call that can be started. */
export interface PendingCall {
  readonly isParallel: boolean;
  readonly run: () => Promise<ToolOutcome>;
}

/** The outcomes in the order of the calls. */
export async function runBatch(calls: readonly PendingCall[]): Promise<readonly ToolOutcome[]> {
  const outcomes: Promise<ToolOutcome>[] = [];
  for (const { isParallel, run } of calls) {
    if (!isParallel) await Promise.all(outcomes);
    const outcome = run();
    outcomes.push(outcome);
    if (!isParallel) await outcome;
  }
  return Promise.all(outcomes);
}
