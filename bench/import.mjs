/** What it costs to import a version, against the official SDK's entry for the same version. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import { percentile } from './support/interleave.mjs';

const probe = fileURLToPath(new URL('support/import-probe.mjs', import.meta.url));
const pairs = [
  ['v1', '@acp-stack/schema/v1', '@agentclientprotocol/sdk'],
  ['v2', '@acp-stack/schema/v2', '@agentclientprotocol/sdk/experimental/v2'],
];

export function benchImport({ samples }) {
  return pairs.flatMap(([version, ours, theirs]) => {
    const times = Array.from({ length: samples }, () => [run('time', ours).cpu, run('time', theirs).cpu]);
    const ratios = times.map(([left, right]) => (left / right) * 100);
    const [left, right] = [run('bytes', ours), run('bytes', theirs)];
    const bytes = (left.bytes / right.bytes) * 100;
    const base = { group: 'import', unit: '% of the peer', target: 25, better: 'lower' };
    return [
      {
        ...base,
        name: `${version} CPU time`,
        ratio: percentile(ratios, 0.5),
        low: Math.min(...ratios),
        high: Math.max(...ratios),
      },
      {
        ...base,
        name: `${version} bytes loaded (${kilobytes(left)} against ${kilobytes(right)})`,
        ratio: bytes,
        low: bytes,
        high: bytes,
      },
    ];
  });
}

const kilobytes = ({ bytes, files }) => `${Math.round(bytes / 1024)} KB in ${files} files`;

function run(what, entry) {
  const { stdout, stderr, status } = spawnSync(process.execPath, [probe, what, entry], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`importing ${entry} failed: ${stderr}`);
  return JSON.parse(stdout);
}
