/** Finds the names that a misspelled name probably means. */

const maxSuggestions = 3;
/** Longer names are not compared, because that would take long. */
const longestName = 80;

/** The candidates most similar to `name`, the best first. */
export function similarNames(name: string, candidates: readonly string[]): readonly string[] {
  if (name === '' || name.length > longestName) return [];
  const most = Math.max(2, Math.floor(name.length / 3));
  return candidates
    .map((candidate) => ({
      candidate,
      score: name.length > 2 && candidate.includes(name) ? 1 : countEdits(name, candidate),
    }))
    .filter(({ score }) => score <= most)
    .toSorted((left, right) => left.score - right.score || (left.candidate < right.candidate ? -1 : 1))
    .slice(0, maxSuggestions)
    .map(({ candidate }) => candidate);
}

/** The number of letters to insert, delete or replace. */
export function countEdits(left: string, right: string): number {
  let previous = Array.from({ length: right.length + 1 }, (_, column) => column);
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= right.length; column += 1) {
      const isSame = left[row - 1] === right[column - 1];
      current[column] = Math.min(
        (previous[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (previous[column - 1] ?? 0) + (isSame ? 0 : 1),
      );
    }
    previous = current;
  }
  return previous[right.length] ?? 0;
}
