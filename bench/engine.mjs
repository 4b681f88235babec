/** Streams, calls and memory of a whole connection, against the official SDK and against the bare limit. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import { percentile } from './support/interleave.mjs';

const probe = fileURLToPath(new URL('support/engine-probe.mjs', import.meta.url));
const pair = fileURLToPath(new URL('support/process-pair.mjs', import.meta.url));

/** Version 2 is what both speak; the peer's default entry, version 1, is shown beside it. */
const rates = [
  { name: 'updates of 200 bytes, over bytes', case: 'bytes-chunk', target: 8 },
  { name: 'updates of 200 bytes, by reference', case: 'memory-chunk', target: 30 },
  { name: 'tool_call_update with a 4 KB diff, over bytes', case: 'bytes-tool', target: 5 },
  { name: 'requests, 100 in flight', case: 'requests-100', target: 4 },
  { name: 'requests, 1 in flight', case: 'requests-1', target: 1.5 },
];

export function benchEngine({ processes }) {
  const rows = [];
  for (const each of rates) {
    const isBytes = each.case.startsWith('bytes');
    const samples = interleave(['ours', 'peer-v2', 'peer-v1', ...(isBytes ? ['raw'] : [])], processes, (which) =>
      run([probe, which, each.case]),
    );
    for (const version of ['v2', 'v1']) {
      const ratios = samples.map((sample) => sample.ours.rate / sample[`peer-${version}`].rate);
      const target = version === 'v2' ? each.target : undefined;
      rows.push(
        row(`${each.name}, rate against the peer's ${version}`, '× the rate', ratios, { target, better: 'higher' }),
      );
      const cpu = samples.map((sample) => sample[`peer-${version}`].cpu / sample.ours.cpu);
      rows.push(row(`${each.name}, CPU against the peer's ${version}`, '× less', cpu, { better: 'higher' }));
    }
    if (each.case === 'bytes-chunk') {
      const shares = samples.map((sample) => (sample.ours.rate / sample.raw.rate) * 100);
      rows.push(row(`${each.name}, of the raw loop`, '%', shares, { target: 70, better: 'higher' }));
      const missing = samples.map((sample) => sample.ours.missing);
      rows.push(row('updates not handled when prompt() resolved', 'updates', missing, { target: 0, better: 'lower' }));
    }
    if (each.case === 'requests-100') {
      const tails = samples.map((sample) => (sample.ours.p99 / sample['peer-v2'].p99) * 100);
      rows.push(row(`${each.name}, p99`, "% of the peer's", tails, { target: 34, better: 'lower' }));
    }
  }
  return [...rows, ...benchMemory(processes)];
}

function benchMemory(processes) {
  const samples = interleave(['ours', 'peer-v2', 'peer-v1'], Math.min(processes, 3), (which) =>
    run(['--expose-gc', pair, which, 'client', 'stream'], 'stderr'),
  );
  const versions = ['v2', 'v1'];
  return versions.map((version) => {
    const shares = samples.map((sample) => (sample.ours.megabytes / sample[`peer-${version}`].megabytes) * 100);
    const target = version === 'v2' ? 34 : undefined;
    return row(`memory of a client over 100,000 updates, against the peer's ${version}`, '%', shares, {
      target,
      better: 'lower',
    });
  });
}

const row = (name, unit, values, { target, better }) => ({
  group: 'engine',
  name,
  unit,
  better,
  ratio: percentile(values, 0.5),
  low: Math.min(...values),
  high: Math.max(...values),
  ...(target === undefined ? {} : { target }),
});

/** One fresh process per sample, the variants in turn. */
function interleave(variants, rounds, sample) {
  return Array.from({ length: rounds }, () => Object.fromEntries(variants.map((which) => [which, sample(which)])));
}

function run(args, stream = 'stdout') {
  const result = spawnSync(process.execPath, args, { encoding: 'utf8', timeout: 180_000 });
  const line = result[stream].trim().split('\n').at(-1) ?? '';
  if (result.status !== 0 || !line.startsWith('{'))
    throw new Error(`${args.slice(-2).join(' ')} failed: ${result.stderr}`);
  return JSON.parse(line);
}
