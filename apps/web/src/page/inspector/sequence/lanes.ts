/** The lanes of a sequence diagram: one for each side, in the order from the client to the agent. */
import type { InspectedRun, MergedRow, WireRow } from '@acp-stack/trace/inspect';

/** The names of the lanes: those of the runs, then others in the order in which they appear. */
export function lanesOf(items: readonly MergedRow<WireRow>[], runs: readonly InspectedRun[]): readonly string[] {
  const names = new Set(runs.flatMap(({ sides }) => sides));
  for (const { row } of items) {
    if (row.from !== '') names.add(row.from);
    if (row.to !== '') names.add(row.to);
  }
  return [...names];
}
