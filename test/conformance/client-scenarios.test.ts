/**
 * The suite is right about clients: a correct client breaks no rule, and for every rule that a scenario decides, a
 * client that breaks just this rule is found out: that verdict fails, and besides it only those about the same act.
 */
import {
  clientScenarios,
  judgeClient,
  rules,
  type ClientScenario,
  type Verdict,
  type Version,
} from '@acp-stack/conformance';
import { beforeAll, describe, expect, test } from 'vitest';

import { alsoBroken } from './also-broken.ts';
import { clientInProcess } from './client-in-process.ts';
import { isBroken, judgeBroken, patient } from './judge-broken.ts';

// It is loaded when the first agent of version 1 is met, which takes longer than silence is waited for.
beforeAll(() => import('@acp-stack/bridge'));

const sets = ['stable', 'draft', 'proposal'] as const;

async function judged(
  scenario: ClientScenario,
  version: Version,
  { broken, limit = 50_000 }: { readonly broken?: string; readonly limit?: number } = {},
): Promise<readonly Verdict[]> {
  const { verdicts } = await judgeClient({
    driver: clientInProcess(version, broken === undefined ? [] : [broken]),
    scenarios: [scenario],
    versions: [version],
    sets,
    jobs: 1,
    limit,
    patience: 0,
    budget: Infinity,
  });
  return verdicts.filter(({ rule }) => scenario.decides.includes(rule.id));
}

describe.concurrent.each(
  clientScenarios.flatMap((scenario) => scenario.versions.map((version) => ({ scenario, version }))),
)('$scenario.name in version $version', ({ scenario, version }) => {
  const decided = scenario.decides.filter((id) =>
    rules.some((rule) => rule.id === id && rule.versions.includes(version)),
  );

  test('finds that a correct client keeps its rules', async () => {
    const verdicts = await judged(scenario, version);
    expect(verdicts.map(({ rule, outcome, found }) => [rule.id, outcome, outcome === 'passed' ? '' : found])).toEqual(
      verdicts.map(({ rule }) => [rule.id, 'passed', '']),
    );
    expect(verdicts.map(({ rule }) => rule.id).toSorted()).toEqual(decided.toSorted());
  });

  test.each(decided)('finds a client that breaks %s', patient, async (id) => {
    const also = alsoBroken[id] ?? [];
    const othersIn = (verdicts: readonly Verdict[]): string[] =>
      verdicts.filter((each) => each.rule.id !== id && isBroken(each)).map(({ rule }) => rule.id);
    const isOf = ({ rule }: Verdict): boolean => rule.id === id;
    const verdicts = await judgeBroken(
      (limit) => judged(scenario, version, { broken: id, limit }),
      (all) => isBroken(all.find(isOf)) && othersIn(all).every((other) => also.includes(other)),
    );
    const verdict = verdicts.find(isOf);
    expect(isBroken(verdict), verdict?.found).toBe(true);
    expect(also).toEqual(expect.arrayContaining(othersIn(verdicts)));
  });
});
