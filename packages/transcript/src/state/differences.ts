/**
 * The differences between two transcripts.
 *
 * Objects that both share are skipped, so the cost depends on the number of changes, not on the size of the
 * transcripts.
 */
import type { Identified, Table, TableDifference } from '../collections/table.ts';
import type { Transcript } from './transcript.ts';

type Part = 'entry' | 'terminal' | 'plan' | 'permission' | 'elicitation';
type Whole = 'state' | 'info' | 'usage' | 'config-options' | 'available-commands';

/** An item with an id was added, changed or removed. */
export interface ItemDifference {
  /** The kind of item and the kind of change, such as `entry-changed`. */
  readonly kind: `${Part}-${TableDifference['kind']}`;
  /** The id of the item in its table. */
  readonly id: string;
}

/** A single value of the transcript has changed. */
export interface WholeDifference {
  /** Which value, such as `usage-changed`. */
  readonly kind: `${Whole}-changed`;
}

/** A difference between two transcripts. */
export type Difference = ItemDifference | WholeDifference;

const wholes = [
  ['state', 'state-changed'],
  ['info', 'info-changed'],
  ['usage', 'usage-changed'],
  ['configOptions', 'config-options-changed'],
  ['availableCommands', 'available-commands-changed'],
] as const;

/** Returns what differs between `before` and `after`, by identity. */
export function differences(before: Transcript, after: Transcript): readonly Difference[] {
  if (before === after) return [];
  return [
    ...ofTable('entry', before.entries, after.entries),
    ...ofTable('terminal', before.terminals, after.terminals),
    ...ofTable('plan', before.plans, after.plans),
    ...ofTable('permission', before.permissions, after.permissions),
    ...ofTable('elicitation', before.elicitations, after.elicitations),
    ...wholes.flatMap(([field, kind]) => (before[field] === after[field] ? [] : [{ kind }])),
  ];
}

function ofTable<T extends Identified>(part: Part, before: Table<T>, after: Table<T>): Difference[] {
  return before.differences(after).map(({ kind, id }) => ({ kind: `${part}-${kind}` as const, id }));
}
