/** The change of a line, token by token; computed here and not by the engine that is measured. */

/** The tokens of a line: words, numbers, strings, and single signs. */
export const tokensOf = (line) =>
  line.match(/[\p{L}_$][\p{L}\p{N}_$]*|\d[\w.]*|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\S/gu) ?? [];

/** Lines with more tokens are not compared. */
const mostTokens = 400;

/**
 * The pieces by which two lines differ: tokens that stood there, tokens that stand there now, and those on either side
 * before.
 *
 * @returns {{ gone: string[], come: string[], before: string[], after: string[] }[]}
 */
export function tokenEdits(line, other) {
  const [old, now] = [tokensOf(line), tokensOf(other)];
  if (old.length > mostTokens || now.length > mostTokens) return [];
  const common = commonTokens(old, now);
  const pieces = [];
  let [from, begin] = [0, 0];
  for (const [to, end] of [...common, [old.length, now.length]]) {
    if (to > from || end > begin)
      pieces.push({
        gone: old.slice(from, to),
        come: now.slice(begin, end),
        before: old.slice(Math.max(0, from - 2), from),
        after: old.slice(to, to + 2),
      });
    [from, begin] = [to + 1, end + 1];
  }
  return pieces;
}

/** The indexes of the tokens that stay, in both lines. */
function commonTokens(old, now) {
  const lengths = Array.from({ length: old.length + 1 }, () => new Uint16Array(now.length + 1));
  for (let i = old.length - 1; i >= 0; i -= 1)
    for (let j = now.length - 1; j >= 0; j -= 1)
      lengths[i][j] = old[i] === now[j] ? lengths[i + 1][j + 1] + 1 : Math.max(lengths[i + 1][j], lengths[i][j + 1]);
  const common = [];
  let [i, j] = [0, 0];
  while (i < old.length && j < now.length) {
    if (old[i] === now[j]) common.push([i++, j++]);
    else if (lengths[i + 1][j] >= lengths[i][j + 1]) i += 1;
    else j += 1;
  }
  return common;
}

/**
 * Names for the pieces of an edit, equal where the same was done: the same tokens became the same others. What only
 * came is told by two tokens on either side. Signs alone, as a formatter puts them, are told by what is around them
 * too, and are no `chance`.
 *
 * @returns {{ name: string, isChance: boolean }[]}
 */
export function deedsOf(line, other) {
  const deeds = new Map();
  for (const { gone, come, before, after } of tokenEdits(line, other)) {
    const isChance = [...gone, ...come].some((token) => /[\p{L}\p{N}]/u.test(token));
    const name = JSON.stringify([gone, come, gone.length > 0 && isChance ? [] : [before, after]]);
    deeds.set(name, { name, isChance });
  }
  return [...deeds.values()];
}

/** The number of tokens to add or remove to get from one line to the other. */
function distance(left, right) {
  let row = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (const [i, one] of left.entries()) {
    const next = [i + 1];
    for (const [j, other] of right.entries()) next.push(one === other ? row[j] : 1 + Math.min(row[j + 1], next[j]));
    row = next;
  }
  return row.at(-1);
}

/** Whether a line is on a shortest path from one line to another, token by token. */
export function isOnPath(from, by, to) {
  const [a, b, c] = [tokensOf(from), tokensOf(by), tokensOf(to)];
  return distance(a, b) + distance(b, c) === distance(a, c);
}
