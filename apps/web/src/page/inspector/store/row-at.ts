/** Finds a row by its index: rows are in the order of their indexes, mostly without gaps. */
import type { WireRow } from '@acp-stack/trace/inspect';

export function rowAt(rows: readonly WireRow[], index: number | undefined): WireRow | undefined {
  const first = rows[0]?.index;
  if (index === undefined || first === undefined) return undefined;
  const guess = rows[index - first];
  if (guess?.index === index) return guess;
  let [low, high] = [0, rows.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const row = rows[middle];
    if (row === undefined || row.index === index) return row;
    if (row.index < index) low = middle + 1;
    else high = middle - 1;
  }
  return undefined;
}
