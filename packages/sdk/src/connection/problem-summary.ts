/** The problems that a check against the schema found, in one line. */
import type { Checked, Problem } from '@acp-stack/schema';
import { formatProblem } from '@acp-stack/schema/v2/unstable';

/** The first problem is often the cause of the others. */
const shown = 3;

/** The first problems; empty when there are none. */
export const summarizeProblems = (problems: readonly Problem[]): string =>
  problems.slice(0, shown).map(formatProblem).join('; ');

/** What is wrong with an outgoing message; there, also what a receiver would repair is a fault. */
export function faultOf(checked: Checked<unknown>): string | undefined {
  const faults = checked.ok ? checked.repairs : checked.problems;
  return faults.length === 0 ? undefined : summarizeProblems(faults);
}
