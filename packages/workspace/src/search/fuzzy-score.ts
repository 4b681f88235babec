/** How well a path fits what somebody typed. */

/** Higher is better; undefined when the characters of `typed` are not in `path` in this order. Case does not count. */
export function fuzzyScore(typed: string, path: string): number | undefined {
  const wanted = typed.toLowerCase();
  const whole = path.toLowerCase();
  const name = whole.slice(whole.lastIndexOf('/') + 1);
  // Among equals the shorter path is meant.
  const shortness = 1 / (1 + whole.length);
  if (name === wanted) return 5 + shortness;
  if (name.startsWith(wanted)) return 4 + shortness;
  if (name.includes(wanted)) return 3 + shortness;
  if (whole.includes(wanted)) return 2 + shortness;
  const gaps = gapsOf(wanted, whole);
  return gaps === undefined ? undefined : 1 / (1 + gaps) + shortness;
}

/** How many times the characters of `wanted` are interrupted in `text`, found from the end, where names are. */
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
