/**
 * What is different between two transcripts, in few words.
 *
 * Only what is not the same object is looked at, so that the cost depends on how much has changed and not on how much there is.
 */
import type { Identified, Table, TableDifference } from '../collections/table.ts';
import type { Transcript } from './transcript.ts';

type Part = 'entry' | 'terminal' | 'plan' | 'permission' | 'elicitation';
type Whole = 'state' | 'info' | 'usage' | 'config-options' | 'available-commands';

/** Something with an id was added, changed or removed. */
export interface ItemDifference {
  /** What it is and what became of it, such as `entry-changed`. */
  readonly kind: `${Part}-${TableDifference['kind']}`;
  /** Finds it in its table of the transcript. */
  readonly id: string;
}

/** Something that there is once has changed. */
export interface WholeDifference {
  /** What it is, such as `usage-changed`. */
  readonly kind: `${Whole}-changed`;
}

/** One thing that is not the same in two transcripts. */
export type Difference = ItemDifference | WholeDifference;

const wholes = [
  ['state', 'state-changed'],
  ['info', 'info-changed'],
  ['usage', 'usage-changed'],
  ['configOptions', 'config-options-changed'],
  ['availableCommands', 'available-commands-changed'],
] as const;

/** What `after` has that is not the same object in `before`. */
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
