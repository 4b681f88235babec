/**
 * Replays a commit as if it were typed: file by file, from the top to the bottom, with a question after every edit.
 *
 * A question is a chance if an edit that follows in the file repeats a change of earlier lines of the commit.
 */
import { deedsOf } from './token-edits.mjs';
import { judge } from './verdict.mjs';

/** The maximum number of questions in one commit. */
const mostAsks = 40;

/**
 * @typedef {object} Ask
 * @property {number} chances on how many lines the most frequent of what is to come was done before
 * @property {number} took milliseconds
 * @property {boolean} isShown
 * @property {boolean} [isLocated]
 * @property {boolean} [isConsistent]
 * @property {boolean} [isExact]
 */

/**
 * @param {import('./git-history.mjs').Commit} commit
 * @param {{ open: Function, close: Function, splice: Function, suggest: Function }} player
 * @returns {{ asks: Ask[], isRepetitive: boolean }} `isRepetitive` when something was done on more than one line
 */
export function playCommit({ files }, player) {
  const seen = new Map();
  const asks = [];
  for (const { path, languageId, lines, edits } of files) {
    const uri = `file:///${path}`;
    player.open(uri, languageId, lines);
    const deeds = edits.map((edit) => deedsIn(edit, lines));
    let delta = 0;
    for (const [index, { from, to, lines: now }] of edits.entries()) {
      player.splice(uri, from + delta, to + delta, now);
      const at = from + delta + Math.max(0, now.length - 1);
      delta += now.length - (to - from);
      for (const { name } of deeds[index]) seen.set(name, (seen.get(name) ?? 0) + 1);
      if (asks.length >= mostAsks) continue;
      const started = performance.now();
      const suggestion = player.suggest(uri, at);
      const took = performance.now() - started;
      const verdict = suggestion && judge(suggestion, { rest: edits.slice(index + 1), delta });
      const chances = deeds.slice(index + 1).flatMap((each) => each.filter(({ isChance }) => isChance));
      const known = chances.map(({ name }) => seen.get(name) ?? 0);
      asks.push({ chances: Math.max(0, ...known), took, isShown: suggestion !== undefined, ...verdict });
    }
    player.close(uri);
  }
  return { asks, isRepetitive: [...seen.values()].some((count) => count > 1) };
}

/** The changes of an edit of one line; rewritten blocks have nothing that could be repeated literally. */
const deedsIn = ({ from, to, lines: now }, lines) =>
  to - from === 1 && now.length === 1 ? deedsOf(lines[from], now[0]) : [];
