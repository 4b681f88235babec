/** Variants that take turns, one fresh process per sample, and the rows that come of it. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import { percentile } from './interleave.mjs';

const pair = fileURLToPath(new URL('process-pair.mjs', import.meta.url));

/** What one process says of one case: a script with one of its cases, or one of a pair of processes. */
export function sample(each, variant, share) {
  const [figures] = sampleAll([each], variant, share);
  return figures;
}

/**
 * What one process says of `cases`, which it measures one after the other.
 *
 * `share` is how much of each case is done.
 */
function sampleAll(cases, variant, share = 1) {
  const [{ probe, process: paired }] = cases;
  const args =
    paired === undefined
      ? [probe, variant, cases.map((each) => each.case).join(','), String(share)]
      : ['--expose-gc', pair, variant, 'client', paired, String(share)];
  // The peer writes a warning for each of some thousand listeners; that is no reason to end it.
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    timeout: 180_000,
    maxBuffer: 256 * 1024 * 1024,
  });
  const lines = stdout.trim().split('\n').slice(-cases.length);
  if (status !== 0 || lines.length < cases.length || !lines.every((line) => line.startsWith('{')))
    throw new Error(`${args.slice(-3).join(' ')} failed: ${stderr.slice(0, 2000)}`);
  return lines.map((line) => JSON.parse(line));
}

/**
 * The rounds of each of `cases`; a round runs every variant of its case once. All do the same amount of work after the
 * same amount of it to warm up, because a variant that does less is less warm, and looks slower than it is. A case that
 * is slow for everybody does `scale` of what others do.
 *
 * Every sample is a fresh process. Only a short run, which shows that the figures can be measured but not what they
 * are, lets one process measure all cases of a variant: most of its time would be the starts of processes.
 */
export function rounds(cases, { processes, share = 1, memoryShare, isShort = false, say }) {
  const all = new Map(cases.map((each) => [each, Array.from({ length: processes }, () => ({}))]));
  for (const some of isShort ? sharingProcesses(cases) : cases.map((each) => [each])) {
    const [first] = some;
    const done = first.process === undefined ? share * (first.scale ?? 1) : memoryShare;
    for (const { name } of some) say?.(`  ${name} …`);
    for (let round = 0; round < processes; round += 1) {
      for (const variant of new Set(some.flatMap(({ variants }) => variants))) {
        const measured = some.filter(({ variants }) => variants.includes(variant));
        const figures = sampleAll(measured, variant, done);
        for (const [index, each] of measured.entries()) all.get(each)[round][variant] = figures[index];
      }
    }
  }
  return cases.map((each) => all.get(each));
}

/** The cases that one process can measure; the memory of a process that has done other work before says nothing. */
function sharingProcesses(cases) {
  const groups = new Map();
  for (const each of cases) {
    const key = each.process === undefined && each.isOfMemory !== true ? each.probe : each;
    groups.set(key, [...(groups.get(key) ?? []), each]);
  }
  return [...groups.values()];
}

/** One line of the table: the median of the rounds, and how far they are apart. */
export const row = ({ group, name, unit, better }, values, target) => ({
  group,
  name,
  unit,
  better,
  ratio: percentile(values, 0.5),
  low: Math.min(...values),
  high: Math.max(...values),
  ...(target === undefined ? {} : { target }),
});
