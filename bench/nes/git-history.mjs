/** Reads commits as lists of edits from a git directory; missing files are skipped. */
import { spawnSync } from 'node:child_process';

import { lineEdits } from './line-edits.mjs';

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
/** Limits: commits with more files are made by a program, and larger files are not edited by hand. */
const mostFiles = 20;
const longest = 400_000;
/** Commits whose files are read at once. */
const batch = 200;

/**
 * @typedef {{ from: number, to: number, lines: string[] }} Edit the lines from `from` up to `to` of the file before the commit, and what they become
 * @typedef {{ path: string, languageId: string, lines: string[], edits: Edit[] }} EditedFile its lines before the commit, and its edits from the top
 * @typedef {{ commit: string, files: EditedFile[] }} Commit
 */

/**
 * The newest commits that change source files and merge nothing, and have at least two edits.
 *
 * @param {string} directory
 * @param {{ commits: number, skip: number }} options how many commits are looked at, and how many of the newest are not
 * @returns {Generator<Commit>}
 */
export function* readCommits(directory, { commits: count, skip }) {
  const args = ['log', '--raw', '--no-merges', '--no-renames', '--diff-filter=M', '--abbrev=40', '--format=%x00%H'];
  const log = git(directory, [...args, `--skip=${skip}`, `-n${count}`, 'HEAD']).toString();
  const commits = log.split('\0').flatMap((part) => {
    const [commit, ...rows] = part.trim().split('\n');
    const files = rows.flatMap((row) => {
      const [, before, after, path] = /^:\d+ \d+ (\w{40}) (\w{40}) M\t(.+)$/.exec(row) ?? [];
      const languageId = languages.get(path?.split('.').at(-1) ?? '');
      return languageId === undefined || skipped.test(path) ? [] : [{ path, languageId, before, after }];
    });
    return files.length === 0 || files.length > mostFiles ? [] : [{ commit, files }];
  });
  for (let at = 0; at < commits.length; at += batch) yield* withEdits(directory, commits.slice(at, at + batch));
}

function git(directory, args, input) {
  const { status, stdout, stderr } = spawnSync('git', ['--git-dir', directory, ...args], { input, maxBuffer: 1 << 30 });
  if (status !== 0) throw new Error(`git ${args[0]} failed in ${directory}: ${stderr.toString()}`);
  return stdout;
}

function* withEdits(directory, commits) {
  const ids = [...new Set(commits.flatMap(({ files }) => files.flatMap(({ before, after }) => [before, after])))];
  const texts = readTexts(directory, ids);
  for (const { commit, files } of commits) {
    const edited = files.flatMap(({ path, languageId, before, after }) => {
      const [old, now] = [texts.get(before), texts.get(after)];
      if (old === undefined || now === undefined) return [];
      const lines = old.split(/\r?\n/);
      const edits = lineEdits(lines, now.split(/\r?\n/));
      return edits === undefined ? [] : [{ path, languageId, lines, edits }];
    });
    if (edited.reduce((sum, { edits }) => sum + edits.length, 0) >= 2) yield { commit, files: edited };
  }
}

function readTexts(directory, ids) {
  const out = git(directory, ['cat-file', '--batch'], `${ids.join('\n')}\n`);
  const texts = new Map();
  let at = 0;
  while (at < out.length) {
    const end = out.indexOf(10, at);
    const [id, kind, size] = out.subarray(at, end).toString().split(' ');
    at = end + 1;
    if (kind !== 'blob') continue;
    const length = Number(size);
    const bytes = out.subarray(at, at + length);
    if (length < longest && !bytes.includes(0)) texts.set(id, bytes.toString());
    at += length + 1;
  }
  return texts;
}
