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
import { describe, expect, test } from 'vitest';

import { alsoBroken } from './also-broken.ts';
import { clientInProcess } from './client-in-process.ts';

const sets = ['stable', 'draft', 'proposal'] as const;

const isBroken = (verdict: Verdict | undefined): boolean =>
  verdict?.outcome === 'failed' || verdict?.outcome === 'warned';

/** Rules of terminals that are broken by silence. */
const silent = ['TERM-02', 'TERM-11'];

/** A correct client may take its time, and so may programs; silence of a broken one need not be waited for that long. */
function limitFor({ name }: ClientScenario, broken: string | undefined): number {
  const isPatient = broken === undefined || (name.startsWith('terminals/') && !silent.includes(broken));
  return isPatient ? 10_000 : 500;
}

async function judged(scenario: ClientScenario, version: Version, broken?: string): Promise<readonly Verdict[]> {
  const { verdicts } = await judgeClient({
    driver: clientInProcess(version, broken === undefined ? [] : [broken]),
    scenarios: [scenario],
    versions: [version],
    sets,
    jobs: 1,
    limit: limitFor(scenario, broken),
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

  test.each(decided)('finds a client that breaks %s', async (id) => {
    const verdicts = await judged(scenario, version, id);
    const verdict = verdicts.find(({ rule }) => rule.id === id);
    expect(isBroken(verdict), verdict?.found).toBe(true);
    const others = verdicts.filter((each) => each !== verdict && isBroken(each)).map(({ rule }) => rule.id);
    expect(alsoBroken[id] ?? []).toEqual(expect.arrayContaining(others));
  });
});
