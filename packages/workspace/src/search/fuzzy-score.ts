/** Scores how well a path matches what a user typed. */

/**
 * Returns a score, higher is better; undefined if `path` does not contain the characters of `typed` in this order. Case
 * is ignored.
 */
export function fuzzyScore(typed: string, path: string): number | undefined {
  const wanted = typed.toLowerCase();
  const whole = path.toLowerCase();
  const name = whole.slice(whole.lastIndexOf('/') + 1);
  // Of equal matches the shorter path wins.
  const shortness = 1 / (1 + whole.length);
  if (name === wanted) return 5 + shortness;
  if (name.startsWith(wanted)) return 4 + shortness;
  if (name.includes(wanted)) return 3 + shortness;
  if (whole.includes(wanted)) return 2 + shortness;
  const gaps = gapsOf(wanted, whole);
  return gaps === undefined ? undefined : 1 / (1 + gaps) + shortness;
}

/** The number of gaps between the characters of `wanted` in `text`, searched from the end, where the name is. */
function gapsOf(wanted: string, text: string): number | undefined {
  let gaps = 0;
  let at = text.length;
  for (let index = wanted.length - 1; index >= 0; index -= 1) {
    const character = wanted[index] ?? '';
    if (character === ' ') continue;
    const found = at === 0 ? -1 : text.lastIndexOf(character, at - 1);
    if (found === -1) return undefined;
    if (found !== at - 1) gaps += 1;
    at = found;
  }
  return gaps;
}
