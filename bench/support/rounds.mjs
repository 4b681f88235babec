/** Variants that take turns, one fresh process per sample, and the rows that come of it. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import { percentile } from './interleave.mjs';

const pair = fileURLToPath(new URL('process-pair.mjs', import.meta.url));

/**
 * What one process says: a script with one of its cases, or one of a pair of processes.
 *
 * `share` is how much of the case is done.
 */
export function sample({ probe, case: probed, process: paired }, variant, share = 1) {
  const args =
    paired === undefined
      ? [probe, variant, probed, String(share)]
      : ['--expose-gc', pair, variant, 'client', paired, String(share)];
  // The peer writes a warning for each of some thousand listeners; that is no reason to end it.
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    timeout: 180_000,
    maxBuffer: 256 * 1024 * 1024,
  });
  const line = stdout.trim().split('\n').at(-1) ?? '';
  if (status !== 0 || !line.startsWith('{'))
    throw new Error(`${args.slice(-3).join(' ')} failed: ${stderr.slice(0, 2000)}`);
  return JSON.parse(line);
}

/**
 * Each round runs every variant once. All do the same amount of work after the same amount of it to warm up, because a
 * variant that does less is less warm, and looks slower than it is. A case that is slow for everybody does `scale` of
 * what others do.
 */
export function rounds(each, variants, { processes, share = 1, memoryShare, say }) {
  const done = each.process === undefined ? share * (each.scale ?? 1) : memoryShare;
  say?.(`  ${each.name} …`);
  return Array.from({ length: processes }, () =>
    Object.fromEntries(variants.map((variant) => [variant, sample(each, variant, done)])),
  );
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
