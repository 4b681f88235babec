/** What a check found wrong, in one line. */
import type { Checked, Problem } from '@acp-stack/schema';
import { formatProblem } from '@acp-stack/schema/v2/unstable';

/** More than these would bury the first, which is often the cause of the others. */
const shown = 3;

/** The first problems in words; empty when there are none. */
export const summarizeProblems = (problems: readonly Problem[]): string =>
  problems.slice(0, shown).map(formatProblem).join('; ');

/** What is wrong with something that we send: there, also what others would mend is a fault. */
export function faultOf(checked: Checked<unknown>): string | undefined {
  const faults = checked.ok ? checked.repairs : checked.problems;
  return faults.length === 0 ? undefined : summarizeProblems(faults);
}
