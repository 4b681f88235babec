/** Finds the names that a misspelled name probably means. */

const maxSuggestions = 3;
/** Longer names are not compared, because that would take long. */
const longestName = 80;

/** The candidates most similar to `name`, best first. */
export function nearestNames(name: string, candidates: Iterable<string>): string[] {
  if (name === '' || name.length > longestName) return [];
  const wanted = name.toLowerCase();
  const scored: { readonly candidate: string; readonly score: number }[] = [];
  for (const candidate of new Set(candidates)) {
    const score = distance(wanted, candidate.toLowerCase());
    if (score !== undefined) scored.push({ candidate, score });
  }
  const best = Math.min(...scored.map(({ score }) => score));
  return scored
    .filter(({ score }) => score <= best + 1)
    .toSorted((left, right) => left.score - right.score || left.candidate.length - right.candidate.length)
    .slice(0, maxSuggestions)
    .map(({ candidate }) => candidate);
}

/** The distance between two names; undefined if they are not similar. */
function distance(left: string, right: string): number | undefined {
  if (left.length >= 3 && right.includes(left)) return 1;
  const edits = countEdits(left, right);
  return edits <= Math.max(2, Math.floor(left.length / 3)) ? edits : undefined;
}

/** The number of letters to insert, delete, replace or swap (optimal string alignment). */
function countEdits(left: string, right: string): number {
  let older: number[] = [];
  let previous = Array.from({ length: right.length + 1 }, (_, column) => column);
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= right.length; column += 1) {
      const same = left[row - 1] === right[column - 1];
      const swapped =
        row > 1 && column > 1 && left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      current[column] = Math.min(
        (previous[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (previous[column - 1] ?? 0) + (same ? 0 : 1),
        swapped ? (older[column - 2] ?? 0) + 1 : Infinity,
      );
    }
    older = previous;
    previous = current;
  }
  return previous[right.length] ?? 0;
}
