/** Commits as lists of edits, read from a git directory; blobs that are missing there are passed over. */
import { spawnSync } from 'node:child_process';

const languages = new Map(
  Object.entries({
    ts: 'typescript',
    tsx: 'typescript',
    js: 'javascript',
    mjs: 'javascript',
    py: 'python',
    rs: 'rust',
    go: 'go',
    java: 'java',
    kt: 'kotlin',
    c: 'c',
    h: 'c',
    cc: 'cpp',
    cpp: 'cpp',
    rb: 'ruby',
    cs: 'csharp',
    php: 'php',
    swift: 'swift',
  }),
);
const skipped = /(^|\/)(dist|vendor|node_modules|third_party|generated|fixtures|snapshots)\/|\.min\.|\.gen\.|lock/;
const mostFiles = 20;
const longest = 400_000;
const mostPairs = 1_000_000;

function git(directory, args, input) {
  const { status, stdout, stderr } = spawnSync('git', ['--git-dir', directory, ...args], {
    input,
    maxBuffer: 1 << 30,
  });
  if (status !== 0) throw new Error(`git ${args[0]} failed in ${directory}: ${stderr.toString()}`);
  return stdout;
}

/**
 * The newest commits that change source files and merge nothing: for each, the files with their lines before, and the edits in their order.
 *
 * @returns {Generator<{ commit: string, files: { path: string, languageId: string, lines: string[], edits: { from: number, to: number, lines: string[] }[] }[] }>}
 */
export function* readCommits(directory, count, { skip = 0 } = {}) {
  const args = ['log', '--raw', '--no-merges', '--no-renames', '--diff-filter=M', '--abbrev=40', '--format=%x00%H'];
  const log = git(directory, [...args, `--skip=${skip}`, `-n${count}`, '--all']).toString();
  const commits = log.split('\0').flatMap((part) => {
    const [commit, ...rows] = part.trim().split('\n');
    const files = rows.flatMap((row) => {
      const [, before, after, path] = /^:\d+ \d+ (\w{40}) (\w{40}) M\t(.+)$/.exec(row) ?? [];
      const languageId = languages.get(path?.split('.').at(-1) ?? '');
      return languageId === undefined || skipped.test(path) ? [] : [{ path, languageId, before, after }];
    });
    return files.length === 0 || files.length > mostFiles ? [] : [{ commit, files }];
  });
  for (let at = 0; at < commits.length; at += 200) yield* withEdits(directory, commits.slice(at, at + 200));
}

function* withEdits(directory, commits) {
  const ids = [...new Set(commits.flatMap(({ files }) => files.flatMap(({ before, after }) => [before, after])))];
  const blobs = readBlobs(directory, ids);
  for (const { commit, files } of commits) {
    const edited = files.flatMap(({ path, languageId, before, after }) => {
      const [old, now] = [blobs.get(before), blobs.get(after)];
      if (old === undefined || now === undefined) return [];
      const [lines, others] = [old.split(/\r?\n/), now.split(/\r?\n/)];
      const edits = editsBetween(lines, others);
      return edits === undefined ? [] : [{ path, languageId, lines, edits }];
    });
    if (edited.reduce((sum, { edits }) => sum + edits.length, 0) >= 2) yield { commit, files: edited };
  }
}

function readBlobs(directory, ids) {
  const out = git(directory, ['cat-file', '--batch'], `${ids.join('\n')}\n`);
  const blobs = new Map();
  let at = 0;
  while (at < out.length) {
    const end = out.indexOf(10, at);
    const [id, kind, size] = out.subarray(at, end).toString().split(' ');
    at = end + 1;
    if (kind !== 'blob') continue;
    const length = Number(size);
    const text = out.subarray(at, at + length);
    if (length < longest && !text.includes(0)) blobs.set(id, text.toString());
    at += length + 1;
  }
  return blobs;
}

/** Edits from the top to the bottom, of the lines before; hunks of equal length are edits of single lines. */
function editsBetween(old, now) {
  let head = 0;
  while (head < old.length && head < now.length && old[head] === now[head]) head += 1;
  let tail = 0;
  while (tail < Math.min(old.length, now.length) - head && old.at(-1 - tail) === now.at(-1 - tail)) tail += 1;
  const [left, right] = [old.slice(head, old.length - tail), now.slice(head, now.length - tail)];
  if (left.length * right.length > mostPairs) return undefined;
  return hunks(left, right).flatMap(({ from, to, lines }) => {
    if (lines.length !== to - from) return [{ from: from + head, to: to + head, lines }];
    return lines.map((line, index) => ({ from: from + head + index, to: from + head + index + 1, lines: [line] }));
  });
}

function hunks(left, right) {
  const width = right.length + 1;
  const longestCommon = new Uint16Array((left.length + 1) * width);
  for (let i = left.length - 1; i >= 0; i -= 1)
    for (let j = right.length - 1; j >= 0; j -= 1)
      longestCommon[i * width + j] =
        left[i] === right[j]
          ? longestCommon[(i + 1) * width + j + 1] + 1
          : Math.max(longestCommon[(i + 1) * width + j], longestCommon[i * width + j + 1]);
  const found = [];
  let [i, j] = [0, 0];
  while (i < left.length || j < right.length) {
    const [from, begin] = [i, j];
    while ((i < left.length || j < right.length) && !(i < left.length && j < right.length && left[i] === right[j])) {
      if (
        j >= right.length ||
        (i < left.length && longestCommon[(i + 1) * width + j] >= longestCommon[i * width + j + 1])
      )
        i += 1;
      else j += 1;
    }
    if (i > from || j > begin) found.push({ from, to: i, lines: right.slice(begin, j) });
    [i, j] = [i + 1, j + 1];
  }
  return found;
}
