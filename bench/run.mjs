/**
 * `npm run bench`: every figure we claim, as ratios of two variants measured in one interleaved run.
 *
 * `--short` takes seconds instead of minutes and is what the tests use; `--json` prints the rows as data.
 */
import { setup } from '../scripts/setup.mjs';
import { pathToFileURL } from 'node:url';

const paces = {
  long: {
    rounds: 9,
    sliceMs: 12,
    warmMs: 1000,
    samples: 11,
    processes: 5,
    peerShare: 1,
    memoryShare: 1,
    bridgeShare: 1,
    stdioShare: 1,
  },
  short: {
    rounds: 3,
    sliceMs: 2,
    warmMs: 100,
    samples: 2,
    processes: 1,
    peerShare: 0.25,
    memoryShare: 0.2,
    bridgeShare: 0.3,
    stdioShare: 0.1,
  },
};

/** Measures everything; `say` hears what is being measured. */
export async function bench({ pace = 'long', say = () => undefined } = {}) {
  const { benchValidation } = await import('./validate.mjs');
  const { benchImport } = await import('./import.mjs');
  const { benchTypes } = await import('./types.mjs');
  const { benchEngine } = await import('./engine.mjs');
  const { benchBridge } = await import('./bridge.mjs');
  const { benchStdio } = await import('./stdio.mjs');
  say('Measuring validation …');
  const validation = await benchValidation(paces[pace]);
  say('Measuring imports …');
  const imports = benchImport(paces[pace]);
  say('Measuring type checks …');
  const types = benchTypes(paces[pace]);
  say('Measuring connections …');
  const engine = benchEngine(paces[pace]);
  say('Measuring the bridge …');
  const bridge = benchBridge(paces[pace]);
  say('Measuring processes …');
  const stdio = benchStdio(paces[pace]);
  return [...validation, ...imports, ...types, ...engine, ...bridge, ...stdio];
}

/**
 * Whether a row reaches its target; `slack` forgives noise in a short run.
 *
 * @param {{ ratio: number, target?: number, better: string }} row
 */
function reaches({ ratio, target, better }, slack = 1) {
  if (target === undefined) return true;
  return better === 'higher' ? ratio * slack >= target : ratio <= target * slack;
}

/**
 * Whether a row is at least in sight of its target, or, where that is not reached, of what is.
 *
 * @param {{ ratio: number, target?: number, floor?: number, better: string }} row
 */
export function comesNear(row, slack) {
  return reaches({ ...row, target: row.floor ?? row.target }, slack);
}

/** The rows as a Markdown table. */
export function formatTable(rows) {
  const body = rows.map((row) => {
    const sign = row.better === 'higher' ? '≥' : '≤';
    const figures = `${number(row.ratio)} [${number(row.low)}..${number(row.high)}]`;
    const target =
      row.target === undefined
        ? ' |  |'
        : `${sign} ${Number(row.target.toFixed(1))} | ${reaches(row) ? 'reached' : 'missed'} |`;
    return `| ${row.group} | ${row.name} | ${figures} ${row.unit} | ${target}`;
  });
  return ['| what | case | median [min..max] | target | result |', '|---|---|---|---|---|', ...body].join('\n');
}

/** How many targets were reached, in one line, and then those that were not. */
export function summarize(rows) {
  const aimed = rows.filter(({ target }) => target !== undefined);
  const missed = aimed.filter((row) => !reaches(row));
  const lines = missed.map(({ group, name }) => `missed: ${group}, ${name}`);
  return [`${aimed.length - missed.length} of ${aimed.length} targets reached`, ...lines].join('\n');
}

const number = (value) => (value >= 100 ? String(Math.round(value)) : value.toFixed(1));

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  try {
    await setup();
    const pace = process.argv.includes('--short') ? 'short' : 'long';
    const rows = await bench({ pace, say: (line) => process.stderr.write(`${line}\n`) });
    console.log(process.argv.includes('--json') ? JSON.stringify(rows, undefined, 1) : formatTable(rows));
    process.stderr.write(`${summarize(rows)}\n`);
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
