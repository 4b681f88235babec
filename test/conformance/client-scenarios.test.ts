/**
 * The suite is right about clients: a correct client breaks no rule, and for every rule that a scenario decides, a
 * client that breaks just this rule is found out.
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

import { clientInProcess } from './client-in-process.ts';

const sets = ['stable', 'draft', 'proposal'] as const;

async function judged(scenario: ClientScenario, version: Version, broken?: string): Promise<readonly Verdict[]> {
  const { verdicts } = await judgeClient({
    driver: clientInProcess(version, broken === undefined ? [] : [broken]),
    scenarios: [scenario],
    versions: [version],
    sets,
    jobs: 1,
    // A correct client may take its time; silence of a broken one need not be waited for that long.
    limit: broken === undefined ? 10_000 : 500,
    patience: 0,
    budget: Infinity,
  });
  return verdicts.filter(({ rule }) => scenario.decides.includes(rule.id));
}

describe.each(clientScenarios.flatMap((scenario) => scenario.versions.map((version) => ({ scenario, version }))))(
  '$scenario.name in version $version',
  ({ scenario, version }) => {
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
      expect(['failed', 'warned'], verdict?.found).toContain(verdict?.outcome);
    });
  },
);
