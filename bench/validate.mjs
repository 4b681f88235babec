/** How fast a message is checked, against the official SDK's validator on the same value, and against parsing it. */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { compare } from './support/interleave.mjs';
import { diffs, parsed, standardMix, updates } from './support/messages.mjs';

const require = createRequire(import.meta.url);
const peerHome = join(dirname(require.resolve('@agentclientprotocol/sdk')), '..', '..');

/** The peer keeps its validators behind its package border; the benchmark reaches for the file. */
async function loadPeer() {
  const [v1, v2] = await Promise.all(
    ['v1', 'v2'].map((version) => import(pathToFileURL(join(peerHome, version, 'schema', 'zod.gen.js')).href)),
  );
  return { v1: v1.zSessionNotification, v2: v2.zUpdateSessionNotification };
}

async function loadOurs() {
  const [v1, v2] = await Promise.all([import('@acp-stack/schema/v1'), import('@acp-stack/schema/v2')]);
  return { v1: v1.methods['session/update'].params, v2: v2.methods['session/update'].params };
}

/** Rows for the table; `pace` says how long to measure. */
export async function benchValidation({ rounds, sliceMs, warmMs }) {
  const [ours, peer] = await Promise.all([loadOurs(), loadPeer()]);
  const contests = ['v1', 'v2'].flatMap((version) => [
    { name: `${version} agent_message_chunk`, version, make: updates.chunk, target: 100 },
    { name: `${version} standard mix of updates`, version, make: standardMix(version), target: 200 },
    { name: `${version} tool_call_update, 4 KB diff`, version, make: diffs[version], target: 200 },
    { name: `${version} unknown variant`, version, make: updates.unknown, target: 100 },
  ]);
  const rows = [];
  for (const { name, version, make, target } of contests) {
    const values = parsed(make);
    const result = compare({
      ours: (index) => ours[version].check(values[index % values.length]),
      theirs: (index) => peer[version].safeParse(values[index % values.length]),
      rounds,
      sliceMs,
      warmMs,
    });
    rows.push({ group: 'validation', name, unit: '× faster', target, better: 'higher', ...result });
  }
  for (const { name, make } of [
    { name: 'agent_message_chunk', make: updates.chunk },
    { name: 'standard mix of updates', make: standardMix('v1') },
    { name: 'tool_call_update, 4 KB diff', make: diffs.v1 },
  ]) {
    const values = parsed(make);
    const texts = values.map((params) => JSON.stringify({ jsonrpc: '2.0', method: 'session/update', params }));
    const result = compare({
      ours: (index) => JSON.parse(texts[index % texts.length]),
      theirs: (index) => ours.v1.check(values[index % values.length]),
      rounds,
      sliceMs,
      warmMs,
    });
    rows.push({
      group: 'validation',
      name: `v1 ${name}, of JSON.parse`,
      unit: '%',
      target: 8,
      better: 'lower',
      ratio: result.ratio * 100,
      low: result.low * 100,
      high: result.high * 100,
    });
  }
  return rows;
}
