/**
 * Checks the words of the repository: plain English, comments of readable width, and references that resolve.
 *
 * Requirement ids such as LIFE-12 are for code and tests; the documentation of what a package exports does without
 * them, because its readers do not have the list.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
// With slashes on every system.
import { dirname, join, normalize } from 'node:path/posix';

import { exportedNames } from './layers/doors.mjs';
import { readWorkspace } from './workspace.mjs';

const root = process.argv[2] ?? '.';

/** How many uses of "nobody", "whoever" and "somebody" the sources may have: a process or a message is "it". */
const mostOddWords = 20;

/** How many comment lines of the sources may be wider than the formatter's width. */
const mostWideComments = 50;

const width = 120;

const files = execFileSync('git', ['-C', root, 'ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
})
  .split('\0')
  .filter((file) => file !== '' && existsSync(join(root, file)));

const isSource = (file) =>
  /^(?:packages|apps)\/[^/]+\/src\/.*\.tsx?$/.test(file) && !/\.(?:test[^/]*|gen)\.tsx?$/.test(file);
const isText = (file) => /\.(?:[cm]?[jt]sx?|json|md|acp)$/.test(file) && !/(?:\.gen\.ts|^pnpm-lock\.yaml)$/.test(file);
const sources = files.filter(isSource).map(read);
const violations = [...checkOddWords(), ...checkWidths(), ...checkCodes(), ...checkRequirementIds()];
for (const violation of violations) console.error(violation);
process.exitCode = violations.length === 0 ? 0 : 1;

function checkOddWords() {
  const places = find(sources, /\b(?:nobody|whoever|somebody)\b/gi);
  if (places.length <= mostOddWords) return [];
  return [
    `The sources say nobody, whoever or somebody ${places.length} times; at most ${mostOddWords} are allowed.`,
    ...some(places),
  ];
}

function checkWidths() {
  const places = sources.flatMap(({ file, lines }) =>
    lines.flatMap((line, index) =>
      line.length > width && /^\s*(?:\/\/|\/?\*)|\s\/\/ /.test(line) ? [`  ${file}:${index + 1}`] : [],
    ),
  );
  if (places.length <= mostWideComments) return [];
  return [
    `${places.length} comment lines are wider than ${width} columns; at most ${mostWideComments} may be.`,
    ...some(places),
  ];
}

/** Sections of documents that are not in the repository, by the forms in which they were cited. */
function checkCodes() {
  const own = ['scripts/check-words.mjs', 'test/e2e/check-words.test.ts'];
  const texts = files.filter((file) => isText(file) && !own.includes(file)).map(read);
  const code =
    /(?<!table )(?<=[\s(])[A-H]\.\d{1,2}(?=[\s),.;:]|$)|\breference\/wire\b|\bwire [A-H]\.\d|\bS00\d\b|\b(?:aug|nov|idx|rfd2?):[A-Za-z]/g;
  const places = find(texts, code);
  return places.length === 0 ? [] : ['These cite documents that are not in the repository:', ...some(places)];
}

/** Ids of requirements in the documentation of exports and of their members. */
function checkRequirementIds() {
  const ids = requirementIds();
  const modules = publicModules();
  const places = sources.flatMap(({ file, text }) =>
    publicComments(text, modules.get(file) ?? new Set()).flatMap(({ comment, line }) =>
      (comment.match(/\b[A-Z]+-\d+\b/g) ?? []).filter((id) => ids.has(id)).map((id) => `  ${file}:${line}: ${id}`),
    ),
  );
  if (places.length === 0) return [];
  return ['The documentation of exports cites requirements; cite them in a // comment:', ...some(places)];
}

function requirementIds() {
  const path = join(root, 'test/requirements/requirements.json');
  if (!existsSync(path)) return new Set();
  return new Set(JSON.parse(readFileSync(path, 'utf8')).map(({ id }) => id));
}

/** The modules that the doors of the published packages export from, with the names that a door exports. */
function publicModules() {
  const modules = new Map();
  for (const { home, isApp, manifest } of readWorkspace(root)) {
    if (isApp || manifest.private === true) continue;
    for (const entry of Object.values(manifest.exports ?? {})) {
      const source = entry?.['@acp-stack/source'];
      if (source === undefined) continue;
      const door = join(home, source);
      const names = exportedNames(join(root, door));
      const targets = readFileSync(join(root, door), 'utf8').matchAll(/^(?:export|\}).* from '(\.[^']+)'/gm);
      for (const path of [normalize(door), ...Array.from(targets, ([, to]) => normalize(join(dirname(door), to)))]) {
        modules.set(path, new Set([...(modules.get(path) ?? []), ...names]));
      }
    }
  }
  return modules;
}

/** The doc comments of declarations that are named in `names`, and of their members that are not private. */
function publicComments(text, names) {
  if (names.size === 0) return [];
  const lines = text.split('\n');
  return Array.from(text.matchAll(/^( *)\/\*\*[\s\S]*?\*\/$/gm)).flatMap(({ 0: comment, 1: margin, index }) => {
    const line = text.slice(0, index).split('\n').length;
    const after = line + comment.split('\n').length - 1;
    const next = lines[after] ?? '';
    // A member belongs to the last declaration at the margin.
    const owner =
      margin === '' ? next : lines.slice(0, after).findLast((each) => /^\w/.test(each) && !each.startsWith('import'));
    const name = /^export .*?\b(?:const|function\*?|class|interface|type) (\w+)/.exec(owner ?? '')?.[1];
    const isPrivate = /^\s*(?:(?:static|readonly|async|get|set) )*#/.test(next);
    return name !== undefined && names.has(name) && !isPrivate ? [{ comment, line }] : [];
  });
}

function find(texts, pattern) {
  return texts.flatMap(({ file, lines }) =>
    lines.flatMap((line, index) => (line.match(pattern) ?? []).map((match) => `  ${file}:${index + 1}: ${match}`)),
  );
}

function read(file) {
  const text = readFileSync(join(root, file), 'utf8');
  return { file, text, lines: text.split('\n') };
}

/** The first places; the rest is found when these are mended. */
function some(places) {
  const most = 40;
  return places.length <= most ? places : [...places.slice(0, most), `  and ${places.length - most} more`];
}
