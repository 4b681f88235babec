/**
 * The rows of a conversation: one for each entry, except that many tool calls in a row are one.
 *
 * While entries are only added, the rows before the last one stay the same objects.
 */
import { entryId } from '@acp-stack/transcript';

/** One row of the list. */
export interface Row {
  /** Unique, and the same while the row grows. */
  readonly key: string;
  /** The entries in it: one, or the tool calls of a group. */
  readonly ids: readonly string[];
}

/** From this many on, tool calls in a row are one group. */
const groupFrom = 4;
const callPrefix = entryId('tool_call', '');
const isCall = (id: string): boolean => id.startsWith(callPrefix);

export class Rows {
  #ids: readonly string[] = [];
  #rows: readonly Row[] = [];

  /** The rows of these entries, in order. */
  update(ids: readonly string[]): readonly Row[] {
    if (ids === this.#ids) return this.#rows;
    const isGrown = ids.length >= this.#ids.length && this.#ids.every((id, index) => ids[index] === id);
    // The last calls may become part of a group.
    const kept = isGrown ? settledRows(this.#rows) : [];
    const from = kept.reduce((sum, row) => sum + row.ids.length, 0);
    this.#rows = [...kept, ...rowsOf(ids.slice(from))];
    this.#ids = ids;
    return this.#rows;
  }
}

/** The rows that more entries cannot change. */
function settledRows(rows: readonly Row[]): readonly Row[] {
  let end = rows.length;
  for (const { ids } of rows.toReversed()) {
    if (!ids.every(isCall)) break;
    end -= 1;
  }
  return rows.slice(0, end);
}

function rowsOf(ids: readonly string[]): readonly Row[] {
  const rows: Row[] = [];
  for (let index = 0; index < ids.length;) {
    const id = ids[index] ?? '';
    let end = index + 1;
    if (isCall(id)) while (end < ids.length && isCall(ids[end] ?? '')) end += 1;
    const run = ids.slice(index, end);
    if (run.length >= groupFrom) rows.push({ key: `group ${id}`, ids: run });
    else rows.push(...run.map((each) => ({ key: each, ids: [each] })));
    index = end;
  }
  return rows;
}
