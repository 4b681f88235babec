/**
 * Judges a suggestion by what the author of the commit did to the file afterwards.
 *
 * Located: the line is edited later in the commit. Consistent: the suggestion is exact, or is on a shortest path from
 * the line as it is to the line as it becomes; in a rewritten block, its new tokens are in the block and the words that
 * it removes are not. Exact: the line becomes just that.
 */
import { isOnPath, tokensOf } from './token-edits.mjs';

const nowhere = { isLocated: false, isConsistent: false, isExact: false };

/**
 * @param {{ line: number, before: string, after: string | undefined }} suggestion
 * @param {{ rest: import('./git-history.mjs').Edit[], delta: number }} future the edits to come, and how far lines have moved since they were counted
 */
export function judge({ line, before, after }, { rest, delta }) {
  const old = line - delta;
  const target = rest.find(({ from, to }) => old >= from && old < to);
  if (target === undefined) return nowhere;
  const isExact = after === undefined ? target.lines.length === 0 : target.lines.includes(after);
  return { isLocated: true, isConsistent: isExact || isConsistent(before, after, target), isExact };
}

function isConsistent(before, after, { from, to, lines }) {
  if (after === undefined) return false;
  if (to - from === 1 && lines.length === 1) return isOnPath(before, after, lines[0]);
  const final = new Set(lines.flatMap(tokensOf));
  const [was, is] = [tokensOf(before), tokensOf(after)];
  const isKept = is.filter((token) => !was.includes(token)).every((token) => final.has(token));
  const lost = was.filter((token) => !is.includes(token) && /\p{L}/u.test(token));
  return isKept && lost.every((token) => !final.has(token));
}
