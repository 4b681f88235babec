/**
 * Runs the calls of one answer.
 *
 * Read-only calls run in parallel. A call that changes something waits for those before it, and those after it wait for
 * it, so that a model can write a file and then run its test.
 */
import type { ToolOutcome } from './run-tool.ts';

/** A call that can be started. */
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
