/**
 * Next edit suggestions: the cost of an edit in a long document, the time of the engine, and the quality of its
 * suggestions.
 *
 * `npm run bench -- nes` measures the first two and plays the hand-written cases. `node bench/nes.mjs [--commits n]
 * [--skip n] <git directory> …` also replays the newest commits of real histories as if they were typed, and prints how
 * often the engine was right, with what that does not show.
 */
import { readCases } from '../packages/nes/cases/read-cases.mjs';
import { NesEditor } from './nes/editor.mjs';
import { plainLine, thinkingTimes } from './nes/latency.mjs';
import { caveats, readOptions, reportOn, usage } from './nes/report.mjs';
import { compare, percentile } from './support/interleave.mjs';
import { row } from './support/rounds.mjs';
import { pathToFileURL } from 'node:url';

const about = (name, unit, better = 'lower') => ({ group: 'nes', name, unit, better });
const position = (line, character) => ({ line, character });
const uri = 'file:///long.ts';

const longDocument = (count) => Array.from({ length: count }, (_, index) => plainLine(index));

export async function benchNes(pace) {
  return [...(await editing(pace)), ...thinking(pace), ...playing()];
}

/**
 * One more character in a document of 10,000 lines, compared with a string with an index of its lines, and with a short
 * document.
 */
async function editing({ rounds, sliceMs, warmMs }) {
  const { DocumentMirror } = await import('@acp-stack/nes');
  const typing = (count) => {
    const mirror = new DocumentMirror({ encoding: 'utf-16' });
    mirror.open({ uri, languageId: 'typescript', version: 0, text: longDocument(count).join('\n') });
    let version = 0;
    return () => {
      version += 1;
      mirror.change({ uri, version, contentChanges: [keystroke(version, count)] });
    };
  };
  const [long, short] = [typing(10_000), typing(100)];
  const times = { rounds, sliceMs, warmMs };
  const growth = compare({ ours: short, theirs: long, ...times });
  const naive = compare({ ours: typing(10_000), theirs: stringEditing(10_000), ...times });
  const each = Array.from({ length: 4000 }, () => {
    const started = performance.now();
    long();
    return (performance.now() - started) * 1000;
  });
  return [
    row(about('an edit of a document of 10,000 lines', 'µs', 'lower'), [percentile(each, 0.5)], 50),
    { ...about('an edit of 10,000 lines, of one of 100 lines', '×'), ...figure(growth), target: 5 },
    { ...about('an edit of 10,000 lines, against a string', '× faster', 'higher'), ...figure(naive), target: 5 },
  ];
}

/** Adds a character and a line and removes both, so that the document keeps its length. */
function keystroke(index, count) {
  const line = (Math.floor(index / 4) * 7919) % (count - 1);
  const [at, after, below] = [position(line, 5), position(line, 6), position(line + 1, 0)];
  const strokes = [
    { range: { start: at, end: at }, text: 'x' },
    { range: { start: at, end: after }, text: '' },
    { range: { start: at, end: at }, text: '\n' },
    { range: { start: at, end: below }, text: '' },
  ];
  return strokes[index % 4];
}

const figure = ({ ratio, low, high }) => ({ ratio, low, high });

/** The simple alternative: a string whose lines are found again for each change. */
function stringEditing(count) {
  let text = longDocument(count).join('\n');
  let version = 0;
  return () => {
    version += 1;
    const starts = [0];
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
    const { range, text: inserted } = keystroke(version, count);
    const [start, end] = [range.start, range.end].map(({ line, character }) => starts[line] + character);
    text = text.slice(0, start) + inserted + text.slice(end);
  };
}

/** The time of the engine for a document of 10,000 lines. */
function thinking({ samples }) {
  const times = Array.from({ length: Math.max(3, samples) }, () => thinkingTimes()).flat();
  return [
    row(about('a suggestion in 10,000 lines, median', 'ms of CPU'), [percentile(times, 0.5)], 2),
    row(about('a suggestion in 10,000 lines, the slowest of a hundred', 'ms of CPU'), [percentile(times, 0.99)], 25),
  ];
}

/** The share of the hand-written cases with the expected suggestion, and of those with no suggestion. */
function playing() {
  const cases = readCases();
  const silent = cases.filter(({ expected }) => expected === undefined);
  return [
    row(about(`hand-written cases that are right, of ${cases.length}`, '%', 'higher'), [share(cases)], 100),
    row(about(`of these, silent where they must be, of ${silent.length}`, '%', 'higher'), [share(silent)], 100),
  ];
}

const share = (some) => (some.filter(isRight).length / some.length) * 100;

function isRight({ lines, languageId, edits, expected, problems }) {
  const editor = new NesEditor();
  editor.open(uri, languageId, lines);
  for (const { line, text } of edits) editor.splice(uri, line, line + 1, [text]);
  const diagnostics = problems.map(({ line, about: piece, message }) => {
    const column = editor.line(uri, line).indexOf(piece);
    return {
      uri,
      message,
      severity: 'error',
      span: { start: { line, column }, end: { line, column: column + piece.length } },
    };
  });
  const suggestion = editor.suggest(uri, edits.at(-1)?.line ?? problems[0]?.line ?? 0, diagnostics);
  if (expected === undefined || suggestion === undefined) return expected === suggestion;
  return suggestion.line === expected.line && (suggestion.after ?? '') === expected.text;
}

// -------------------------------------------------------------------------------------------- histories

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { options, directories } = readOptions(process.argv.slice(2));
  if (directories.length === 0) console.error(usage);
  for (const { name, ratio, unit, target } of [...thinking({ samples: 8 }), ...playing()])
    console.log(`${name}: ${ratio.toFixed(1)} ${unit} (target ${target})`);
  for (const directory of directories) console.log(reportOn(directory, options));
  console.log(`\n${caveats}`);
}
