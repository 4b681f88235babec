/** What it costs to import an entry of ours, against the official SDK's entry for the same purpose. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import { row } from './support/rounds.mjs';

const probe = fileURLToPath(new URL('support/import-probe.mjs', import.meta.url));

/** At most this share of the peer's CPU time, in per cent. */
const target = 20;

const cases = [
  { name: 'schema v1', ours: '@acp-stack/schema/v1', theirs: '@agentclientprotocol/sdk' },
  { name: 'schema v2', ours: '@acp-stack/schema/v2', theirs: '@agentclientprotocol/sdk/experimental/v2' },
  { name: 'sdk', ours: '@acp-stack/sdk', theirs: '@agentclientprotocol/sdk' },
];

export function benchImport({ samples }) {
  return cases.flatMap(({ name, ours, theirs }) => {
    const times = Array.from({ length: samples }, () => share(run('time', ours).cpu, run('time', theirs).cpu));
    const [left, right] = [run('files', ours).files, run('files', theirs).files];
    return [
      row(about(`${name}, CPU time`), times, target),
      row(about(`${name}, files loaded (${left} against ${right})`), [share(left, right)]),
    ];
  });
}

const about = (name) => ({ group: 'import', name, unit: '% of the peer', better: 'lower' });

const share = (ours, theirs) => (ours / theirs) * 100;

function run(what, entry) {
  const { stdout, stderr, status } = spawnSync(process.execPath, [probe, what, entry], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`importing ${entry} failed: ${stderr}`);
  return JSON.parse(stdout);
}
