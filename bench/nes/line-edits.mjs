/**
 * The edits that lead from one list of lines to another, as a user would make them: from the top to the bottom.
 *
 * The shortest edit script is used (Myers). Blocks with the same number of lines become edits of single lines, other
 * blocks stay whole.
 */

/** Changes with more lines are not typed by hand. */
const mostChanged = 1500;

/**
 * The edits, with the lines they replace counted in the old list; undefined when there are too many.
 *
 * @param {readonly string[]} old
 * @param {readonly string[]} now
 * @returns {{ from: number, to: number, lines: string[] }[] | undefined}
 */
export function lineEdits(old, now) {
  const kept = commonLines(old, now);
  if (kept === undefined) return undefined;
  const edits = [];
  let [from, begin] = [0, 0];
  for (const [to, end] of [...kept, [old.length, now.length]]) {
    const lines = now.slice(begin, end);
    if (lines.length === to - from)
      for (const [index, line] of lines.entries())
        edits.push({ from: from + index, to: from + index + 1, lines: [line] });
    else edits.push({ from, to, lines });
    [from, begin] = [to + 1, end + 1];
  }
  return edits;
}

/** The indexes of the lines that stay, in the old and in the new list. */
function commonLines(old, now) {
  let head = 0;
  while (head < old.length && head < now.length && old[head] === now[head]) head += 1;
  let tail = 0;
  while (tail < Math.min(old.length, now.length) - head && old.at(-1 - tail) === now.at(-1 - tail)) tail += 1;
  const between = middleLines(old.slice(head, old.length - tail), now.slice(head, now.length - tail));
  return (
    between && [
      ...Array.from({ length: head }, (_, at) => [at, at]),
      ...between.map(([i, j]) => [i + head, j + head]),
      ...Array.from({ length: tail }, (_, at) => [old.length - tail + at, now.length - tail + at]),
    ]
  );
}

function middleLines(old, now) {
  const ends = [];
  const most = Math.min(old.length + now.length, mostChanged);
  let reached = new Map([[1, 0]]);
  for (let changed = 0; changed <= most; changed += 1) {
    const next = new Map();
    for (let diagonal = -changed; diagonal <= changed; diagonal += 2) {
      const [down, across] = [reached.get(diagonal + 1) ?? -1, (reached.get(diagonal - 1) ?? -1) + 1];
      let i = diagonal === -changed || (diagonal !== changed && down > across - 1) ? down : across;
      while (i < old.length && i - diagonal < now.length && old[i] === now[i - diagonal]) i += 1;
      next.set(diagonal, i);
      if (i < old.length || i - diagonal < now.length) continue;
      return wayBack(ends, old, now);
    }
    ends.push(next);
    reached = next;
  }
  return undefined;
}

/** The lines that stay, found from the end of the shortest edit script to its start. */
function wayBack(ends, old, now) {
  const kept = [];
  let [i, j] = [old.length, now.length];
  for (let changed = ends.length; changed >= 0; changed -= 1) {
    const reached = changed === 0 ? new Map([[1, 0]]) : ends[changed - 1];
    const diagonal = i - j;
    const [down, across] = [reached.get(diagonal + 1) ?? -1, (reached.get(diagonal - 1) ?? -1) + 1];
    const isDown = diagonal === -changed || (diagonal !== changed && down > across - 1);
    const before = isDown ? diagonal + 1 : diagonal - 1;
    const from = changed === 0 ? 0 : reached.get(before);
    const start = changed === 0 ? 0 : isDown ? from : from + 1;
    while (i > start) {
      [i, j] = [i - 1, j - 1];
      kept.push([i, j]);
    }
    if (changed > 0) [i, j] = [from, from - before];
  }
  return kept.toReversed();
}
