/** What it costs to import an entry of ours, against the official SDK's entry for the same purpose. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import { row } from './support/rounds.mjs';

const probe = fileURLToPath(new URL('support/import-probe.mjs', import.meta.url));

/** Targets in per cent of the peer. */
const cases = [
  {
    name: 'schema v1',
    ours: '@acp-stack/schema/v1',
    theirs: '@agentclientprotocol/sdk',
    targets: { cpu: 20, bytes: 25 },
  },
  {
    name: 'schema v2',
    ours: '@acp-stack/schema/v2',
    theirs: '@agentclientprotocol/sdk/experimental/v2',
    targets: { cpu: 20, bytes: 25 },
  },
  { name: 'sdk', ours: '@acp-stack/sdk', theirs: '@agentclientprotocol/sdk', targets: { cpu: 20, bytes: 25 } },
];

export function benchImport({ samples }) {
  return cases.flatMap(({ name, ours, theirs, targets }) => {
    const times = Array.from({ length: samples }, () => share(run('time', ours).cpu, run('time', theirs).cpu));
    const [left, right] = [run('bytes', ours), run('bytes', theirs)];
    const sizes = `${Math.round(left.bytes / 1024)} KB against ${Math.round(right.bytes / 1024)} KB`;
    return [
      row(about(`${name}, CPU time`), times, targets.cpu),
      row(about(`${name}, bytes loaded (${sizes})`), [share(left.bytes, right.bytes)], targets.bytes),
      row(about(`${name}, files loaded (${left.files} against ${right.files})`), [share(left.files, right.files)]),
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
