/**
 * Checks the words of the repository: plain English, comments of readable width, and references that resolve.
 *
 * Requirement ids such as LIFE-12 are for code and tests; the documentation of what a package exports does without them, because its
 * readers do not have the list.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

import { readWorkspace } from './workspace.mjs';

const root = process.argv[2] ?? '.';

/** How many uses of "nobody", "whoever" and "somebody" the sources may have: a process or a message is "it". */
const mostOddWords = 285;

/** How many comment lines of the sources may be wider than the formatter's width. */
const mostWideComments = 460;

/** How many requirement ids the documentation of exports may have. */
const mostRequirementIds = 100;

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

/** Ids of requirements in the documentation of modules that a door exports from. */
function checkRequirementIds() {
  const ids = requirementIds();
  if (ids.size === 0) return [];
  const isId = (text) => ids.has(text);
  const places = sources
    .filter(({ file }) => publicModules().has(file))
    .flatMap(({ file, text }) =>
      docComments(text).flatMap(({ comment, line }) =>
        (comment.match(/\b[A-Z]+-\d+\b/g) ?? []).filter(isId).map((id) => `  ${file}:${line}: ${id}`),
      ),
    );
  return places.length <= mostRequirementIds
    ? []
    : ['The documentation of exports cites requirements; cite them in a // comment:', ...some(places)];
}

function requirementIds() {
  const path = join(root, 'test/requirements/requirements.json');
  if (!existsSync(path)) return new Set();
  return new Set(JSON.parse(readFileSync(path, 'utf8')).map(({ id }) => id));
}

/** The modules that the doors of the published packages name. */
function publicModules() {
  const doors = readWorkspace(root)
    .filter(({ isApp, manifest }) => !isApp && manifest.private !== true)
    .flatMap(({ home, manifest }) =>
      Object.values(manifest.exports ?? {}).flatMap((entry) => {
        const source = entry?.['@acp-stack/source'];
        return source === undefined ? [] : [normalize(join(home, source))];
      }),
    );
  return new Set(
    doors.flatMap((door) => [
      door,
      ...Array.from(
        readFileSync(join(root, door), 'utf8').matchAll(/^(?:export|\}).* from '(\.[^']+)'/gm),
        ([, specifier]) => normalize(join(dirname(door), specifier)),
      ),
    ]),
  );
}

/** Doc comments, except the one that opens a module. */
function docComments(text) {
  return Array.from(text.matchAll(/\/\*\*[\s\S]*?\*\//g))
    .filter(({ index }) => index > 0)
    .map(({ 0: comment, index }) => ({ comment, line: text.slice(0, index).split('\n').length }));
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
