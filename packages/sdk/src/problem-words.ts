/** What a check found wrong, in one line. */
import type { Problem } from '@acp-stack/schema';
import { formatProblem } from '@acp-stack/schema/v2/unstable';

/** More than these would bury the first, which is often the cause of the others. */
const shown = 3;

/** The first problems in words; empty when there are none. */
export const problemWords = (problems: readonly Problem[]): string =>
  problems.slice(0, shown).map(formatProblem).join('; ');
