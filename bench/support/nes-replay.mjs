/**
 * Plays commits as if they were typed, from the top of each file to its bottom, and asks the engine after every edit.
 *
 * What counts as an opportunity is decided here, by comparing tokens, and not by the engine.
 */
import { NesEditor } from './nes-editor.mjs';
import { readCommits } from './nes-history.mjs';

const mostAsks = 40;

const tokens = (line) => line.match(/[\p{L}_$][\p{L}\p{N}_$]*|\d[\w.]*|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\S/gu) ?? [];

/** What was done to a line, so that the same can be recognised elsewhere: insertions with two tokens on each side. */
function deed(before, after) {
  const [old, now] = [tokens(before), tokens(after)];
  let head = 0;
  while (head < old.length && head < now.length && old[head] === now[head]) head += 1;
  let tail = 0;
  while (tail < Math.min(old.length, now.length) - head && old.at(-1 - tail) === now.at(-1 - tail)) tail += 1;
  const gone = old.slice(head, old.length - tail);
  const come = now.slice(head, now.length - tail);
  if (gone.length === 0 && come.length === 0) return undefined;
  if (![...gone, ...come].some((token) => /[\p{L}\p{N}]/u.test(token))) return undefined;
  const around = gone.length > 0 ? [] : [old.slice(Math.max(0, head - 2), head), old.slice(head, head + 2)];
  return JSON.stringify([gone, come, around]);
}

function distance(left, right) {
  let row = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (const [i, one] of left.entries()) {
    const next = [i + 1];
    for (const [j, other] of right.entries()) next.push(one === other ? row[j] : 1 + Math.min(row[j + 1], next[j]));
    row = next;
  }
  return row.at(-1);
}

/** Whether a line lies on a shortest way from one to another, token by token. */
function isOnPath(from, by, to) {
  const [a, b, c] = [tokens(from), tokens(by), tokens(to)];
  return distance(a, b) + distance(b, c) === distance(a, c);
}

/** How good a suggestion is, given the edits of the file that are still to come. */
function judge({ line, before, after }, { edits, applied, delta }) {
  const old = line - delta;
  const target = edits.slice(applied).find(({ from, to }) => old >= from && old < to);
  if (target === undefined) return { isLocated: false, isConsistent: false, isExact: false };
  const isGone = after === undefined;
  const isExact = isGone ? target.lines.length === 0 : target.lines.includes(after);
  if (isExact) return { isLocated: true, isConsistent: true, isExact };
  if (isGone) return { isLocated: true, isConsistent: false, isExact };
  if (target.to - target.from === 1 && target.lines.length === 1)
    return { isLocated: true, isConsistent: isOnPath(before, after, target.lines[0]), isExact };
  const final = new Set(target.lines.flatMap(tokens));
  const [was, is] = [tokens(before), tokens(after)];
  const isKept = is.filter((token) => !was.includes(token)).every((token) => final.has(token));
  const isLost = was
    .filter((token) => !is.includes(token) && /[\p{L}]/u.test(token))
    .every((token) => !final.has(token));
  return { isLocated: true, isConsistent: isKept && isLost, isExact };
}

/** What the engine did in one commit: a record for each time it was asked. */
function playCommit({ commit, files }) {
  const editor = new NesEditor();
  const seen = new Map();
  const asks = [];
  for (const { path, languageId, lines, edits } of files) {
    const uri = `file:///${path}`;
    editor.open(uri, languageId, lines);
    const deeds = edits.map(({ from, to, lines: now }) =>
      to - from === 1 && now.length === 1 ? deed(lines[from], now[0]) : undefined,
    );
    let delta = 0;
    for (const [index, { from, to, lines: now }] of edits.entries()) {
      editor.splice(uri, from + delta, to + delta, now);
      delta += now.length - (to - from);
      const done = deeds[index];
      if (done !== undefined) seen.set(done, (seen.get(done) ?? 0) + 1);
      if (asks.length >= mostAsks) continue;
      const started = performance.now();
      const suggestion = editor.suggest(uri, from + delta);
      const took = performance.now() - started;
      const rest = deeds.slice(index + 1).map((each) => seen.get(each) ?? 0);
      const verdict = suggestion && judge(suggestion, { edits, applied: index + 1, delta });
      asks.push({
        took,
        chances: Math.max(0, ...rest),
        lineCount: lines.length,
        ...verdict,
        isShown: suggestion !== undefined,
      });
    }
    editor.close(uri);
  }
  const isRepetitive = [...seen.values()].some((count) => count > 1);
  return { commit, asks, isRepetitive };
}

/** Plays the newest `count` commits of a git directory. */
export function replay(directory, count, { skip } = {}) {
  return [...readCommits(directory, count, { skip })].map(playCommit);
}

const share = (part, whole) => (whole.length === 0 ? Number.NaN : part.length / whole.length);

/** The figures of some commits. */
export function figuresOf(commits) {
  const asks = commits.flatMap((each) => each.asks);
  const shown = asks.filter(({ isShown }) => isShown);
  const chances = asks.filter(({ chances: seen }) => seen >= 2);
  const calm = commits.filter(({ isRepetitive }) => !isRepetitive).flatMap((each) => each.asks);
  const times = asks.map(({ took }) => took).toSorted((left, right) => left - right);
  return {
    commits: commits.length,
    asks: asks.length,
    shown: share(shown, asks),
    exact: share(
      shown.filter(({ isExact }) => isExact),
      shown,
    ),
    consistent: share(
      shown.filter(({ isConsistent }) => isConsistent),
      shown,
    ),
    location: share(
      shown.filter(({ isLocated }) => isLocated),
      shown,
    ),
    recall: share(
      chances.filter(({ isConsistent }) => isConsistent),
      chances,
    ),
    noise: share(
      calm.filter(({ isShown }) => isShown),
      calm,
    ),
    p50: times[Math.floor(times.length / 2)],
    p99: times[Math.floor(times.length * 0.99)],
  };
}

/** How far a figure may be off: the middle 95 of 100 samples drawn from the commits, with putting back. */
export function intervalOf(commits, name, draws = 200) {
  let seed = 1;
  const random = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  const values = Array.from({ length: draws }, () => {
    const drawn = Array.from({ length: commits.length }, () => commits[Math.floor(random() * commits.length)]);
    return figuresOf(drawn)[name];
  }).toSorted((left, right) => left - right);
  return [values[Math.floor(draws * 0.025)], values[Math.ceil(draws * 0.975) - 1]];
}
