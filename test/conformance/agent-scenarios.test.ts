/**
 * The suite is right about agents: a correct agent breaks no rule, and for every rule that a scenario decides, an agent
 * that breaks just this rule is found out.
 */
import {
  agentScenarios,
  judgeAgent,
  rules,
  type AgentScenario,
  type Verdict,
  type Version,
} from '@acp-stack/conformance';
import { describe, expect, test } from 'vitest';

import { alsoBrokenByAgents } from './also-broken.ts';
import { correctAgentFor } from './correct-agent.ts';
import { loginMethod } from './correct/auth.ts';
import { inProcess } from './in-process.ts';
import { expectOnlyBroken, patient } from './judge-broken.ts';

const sets = ['stable', 'draft', 'proposal'] as const;

async function judged(
  scenario: AgentScenario,
  version: Version,
  broken: readonly string[],
  limit: number,
): Promise<readonly Verdict[]> {
  const { verdicts } = await judgeAgent({
    connect: inProcess(correctAgentFor(scenario.name, version), broken),
    scenarios: [scenario],
    versions: [version],
    sets,
    login: loginMethod,
    jobs: 1,
    limit,
    budget: Infinity,
  });
  return verdicts;
}

/** Those about processes are tried on processes, in stdio.test.ts, and those about several controllers on a hub. */
const inThisProcess = agentScenarios.filter(({ name }) => !/^(?:stdio|controllers)\//u.test(name));

describe.each(inThisProcess.flatMap((scenario) => scenario.versions.map((version) => ({ scenario, version }))))(
  '$scenario.name in version $version',
  ({ scenario, version }) => {
    const decided = scenario.decides.filter((id) =>
      rules.some((rule) => rule.id === id && rule.versions.includes(version)),
    );

    test('finds that a correct agent keeps its rules', async () => {
      const all = await judged(scenario, version, [], 50_000);
      const isWrong = ({ outcome }: Verdict): boolean => outcome === 'failed' || outcome === 'warned';
      expect(all.filter(isWrong).map(({ rule, found }) => [rule.id, found])).toEqual([]);
      const verdicts = all.filter(({ rule }) => scenario.decides.includes(rule.id));
      expect(verdicts.map(({ rule, outcome, found }) => [rule.id, outcome, outcome === 'passed' ? '' : found])).toEqual(
        verdicts.map(({ rule }) => [rule.id, 'passed', '']),
      );
      expect(verdicts.map(({ rule }) => rule.id).toSorted()).toEqual(decided.toSorted());
    });

    test.each(decided)('finds that an agent which breaks %s breaks only that', patient, async (id) => {
      await expectOnlyBroken(id, (limit) => judged(scenario, version, [id], limit), alsoBrokenByAgents[id]);
    });
  },
);
