/** The suite judges clients that were not written for it: our own program, and clients on the official SDK. */
import {
  clientScenarios,
  clientTransportScenarios,
  judgeClient,
  processDriver,
  type Judgement,
  type Version,
} from '@acp-stack/conformance';
import { expect, test } from 'vitest';

import { acpProgram, acpUser } from '../support/acp-program.ts';
import { officialClient, officialRemoteClient } from './official-client.ts';

const findings = ({ verdicts }: Judgement): readonly string[] =>
  verdicts.flatMap(({ rule, outcome, found }) =>
    outcome === 'failed' || outcome === 'warned' ? [`${rule.id}: ${found}`] : [],
  );

const passed = ({ verdicts }: Judgement): number => verdicts.filter(({ outcome }) => outcome === 'passed').length;

test('finds nothing wrong with acp exec, started by its command line', async () => {
  using user = acpUser();
  const args = [acpProgram, 'exec', '{prompt}', '--', '{agent}'];
  const judgement = await judgeClient({
    driver: processDriver({ command: process.execPath, args, env: user.env }),
    scenarios: clientScenarios.filter(({ name }) => /^(?:handshake|general)/u.test(name)),
    limit: 50_000,
    startLimit: 50_000,
    budget: Infinity,
  });
  expect(findings(judgement)).toEqual([]);
  expect(judgement.versions).toEqual([1, 2]);
  expect(passed(judgement)).toBeGreaterThan(50);
});

test.each(['ws', 'http'] as const)('finds nothing wrong with acp exec at an address, over %s', async (over) => {
  using user = acpUser();
  const args = [acpProgram, 'exec', '--url', '{url}', '{prompt}'];
  const judgement = await judgeClient({
    driver: processDriver({ command: process.execPath, args, env: user.env }),
    over,
    scenarios: [...clientTransportScenarios, ...clientScenarios.filter(({ name }) => name.startsWith('general'))],
    versions: [2],
    sets: ['stable', 'draft'],
    limit: 50_000,
    startLimit: 50_000,
    budget: Infinity,
  });
  expect(findings(judgement)).toEqual([]);
  expect(
    judgement.verdicts.filter(({ scenario, outcome }) => scenario !== undefined && outcome === 'not-tested'),
  ).toEqual([]);
  expect(passed(judgement)).toBeGreaterThan(10);
});

/** What is really wrong: the client of the test answers a missing file with the error that its own code throws. */
const known: Readonly<Record<Version, readonly string[]>> = {
  1: ['FS-06: A missing file: It answered with the error -32603.'],
  2: [],
};

test.each([1, 2] as const)('judges a client on the official SDK in version %i', async (version) => {
  const judgement = await judgeClient({
    driver: officialClient(version),
    scenarios: clientScenarios,
    versions: [version],
    sets: ['stable', 'draft', 'proposal'],
    patience: 0,
    limit: 30_000,
    budget: Infinity,
  });
  expect(findings(judgement)).toEqual(known[version]);
  expect(passed(judgement)).toBeGreaterThan(50);
});

/** What is really wrong with the transports of the official SDK: they leave out a header that they should send. */
const knownAtAddresses = (version: Version): Readonly<Record<'ws' | 'http', readonly string[]>> => ({
  ws: known[version],
  http: [...known[version], 'HTTP-19: Its GET has the Acp-Protocol-Version (none).'],
});

test.each([
  [1, 'ws'],
  [2, 'ws'],
  [1, 'http'],
  [2, 'http'],
] as const)('judges a client on the official SDK in version %i over %s', async (version, over) => {
  const judgement = await judgeClient({
    driver: officialRemoteClient(version),
    over,
    scenarios: [...clientScenarios, ...clientTransportScenarios],
    versions: [version],
    sets: ['stable', 'draft', 'proposal'],
    patience: 0,
    limit: 30_000,
    budget: Infinity,
  });
  expect(findings(judgement)).toEqual(knownAtAddresses(version)[over]);
  expect(passed(judgement)).toBeGreaterThan(50);
});
