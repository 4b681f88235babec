/** The suite judges proxies that were not written for it: those of the conductor, and the program of an example. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { createProxy, shippedProxies } from '@acp-stack/conductor/proxies';
import { judgeProxy, processConnect, proxyScenarios, type Connect, type Judgement } from '@acp-stack/conformance';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { proxyInProcess } from './proxy-in-process.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'judged-proxies-'));
  const schema = '{ type: "object", properties: {} }';
  writeFileSync(
    join(folder, 'garden.mjs'),
    `export default ({ tool }) => ({ water: tool(${schema}, () => "Watered.") });`,
  );
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** What a proxy needs that cannot be started without settings. */
const settings = (name: string): object =>
  ({
    tee: { file: join(folder, 'trace.jsonl') },
    policy: { policy: 'ask' },
    'rate-limit': { turns: 10 },
    budget: { turns: 10 },
    tools: { file: join(folder, 'garden.mjs') },
    'load-from-resume': { file: join(folder, `${name}.db`) },
  })[name] ?? {};

const judged = (connect: Connect): Promise<Judgement> =>
  judgeProxy({
    connect,
    scenarios: proxyScenarios,
    sets: ['stable', 'draft', 'proposal'],
    jobs: 1,
    limit: 30_000,
    budget: Infinity,
  });

const findings = ({ verdicts }: Judgement): readonly string[] =>
  verdicts.flatMap(({ rule, version, outcome, found }) =>
    outcome === 'failed' || outcome === 'warned' ? [`${rule.id} in version ${version}: ${found}`] : [],
  );

test.each(shippedProxies.map(({ name }) => name))('finds nothing wrong with the proxy %s', async (name) => {
  const proxy = await createProxy(name, settings(name) as Readonly<Record<string, unknown>>);
  const judgement = await judged(proxyInProcess(() => proxy.start()));
  expect(findings(judgement)).toEqual([]);
  expect(judgement.versions).toEqual([1, 2]);
});

test('finds nothing wrong with the program of an example, over its standard input and output', async () => {
  const program = fileURLToPath(new URL('../../examples/proxy-in-ten-lines/polite.mjs', import.meta.url));
  const judgement = await judged(processConnect({ command: process.execPath, args: [program] }));
  expect(findings(judgement)).toEqual([]);
  expect(judgement.versions).toEqual([1, 2]);
});
