/**
 * The suite is right about agents at addresses: our own server breaks no rule, over WebSocket and HTTP, and for every rule
 * of the transports a server that breaks just this rule is found out.
 */
import {
  addressConnect,
  agentScenarios,
  judgeAgent,
  transportScenarios,
  type AgentScenario,
  type Verdict,
  type Version,
} from '@acp-stack/conformance';
import { serveHttp } from '@acp-stack/http/server';
import { describe, expect, test } from 'vitest';

import { brokenServer, brokenServers } from './broken-server.ts';
import { isBroken, judgeBroken, patient } from './judge-broken.ts';
import { servedAgent } from './served-agent.ts';

const sets = ['stable', 'draft'] as const;

interface Trial {
  readonly url: string;
  readonly scenarios: readonly AgentScenario[];
  readonly version: Version;
  readonly limit?: number;
}

async function verdictsOn({ url, scenarios, version, limit = 50_000 }: Trial): Promise<readonly Verdict[]> {
  const address = { url, headers: {} };
  const { verdicts } = await judgeAgent({
    connect: addressConnect(address),
    address,
    scenarios,
    versions: [version],
    sets,
    jobs: 1,
    limit,
    budget: Infinity,
  });
  return verdicts.filter(({ scenario }) => scenario !== undefined);
}

const decided = transportScenarios.flatMap((scenario) => scenario.decides.map((rule) => ({ rule, scenario })));

describe.each([1, 2] as const)('an agent of version %s at an address', (version) => {
  test('keeps every rule of the transports', async () => {
    await using serving = await serveHttp(servedAgent(), { port: 0 });
    const verdicts = await verdictsOn({ url: serving.url, scenarios: transportScenarios, version });
    expect(verdicts.filter(({ outcome }) => outcome !== 'passed').map(({ rule, found }) => [rule.id, found])).toEqual(
      [],
    );
    expect(verdicts.map(({ rule }) => rule.id).toSorted()).toEqual(decided.map(({ rule }) => rule).toSorted());
  });

  test.each(['ws', 'http'])('can be judged over %s like a process', async (scheme) => {
    await using serving = await serveHttp(servedAgent(), { port: 0 });
    const scenarios = agentScenarios.filter(({ name }) => name.startsWith('prompt/'));
    const verdicts = await verdictsOn({ url: serving.url.replace(/^http/u, scheme), scenarios, version });
    expect(verdicts.filter(({ outcome }) => outcome === 'failed').map(({ rule, found }) => [rule.id, found])).toEqual(
      [],
    );
    expect(verdicts.filter(({ outcome }) => outcome === 'passed').length).toBeGreaterThan(1);
  });
});

test('there is a broken server for every rule of the transports', () => {
  expect(decided.map(({ rule }) => rule).toSorted()).toEqual(Object.keys(brokenServers).toSorted());
});

describe.each(decided)('$rule', ({ rule, scenario }) => {
  test('is the only rule found broken on a server that breaks it', patient, async () => {
    await using serving = await brokenServer(rule);
    const { url } = serving;
    const idsOf = (verdicts: readonly Verdict[]): readonly string[] =>
      verdicts.filter(isBroken).map((each) => each.rule.id);
    const verdicts = await judgeBroken(
      (limit) => verdictsOn({ url, scenarios: [scenario], version: 2, limit }),
      (found) => idsOf(found).join(' ') === rule,
    );
    const broken = verdicts.filter(isBroken);
    expect(idsOf(verdicts), broken.map(({ found }) => found).join(' ')).toEqual([rule]);
    expect(broken[0]?.evidence).not.toEqual([]);
  });
});

test('a process is not judged by the rules of the transports', () => {
  const facts = { address: undefined } as Parameters<NonNullable<AgentScenario['needs']>>[0];
  for (const { needs } of transportScenarios) expect(needs?.(facts)).toMatch(/address/u);
});
