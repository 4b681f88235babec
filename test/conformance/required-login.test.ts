/** An agent that requires a login is judged as far as the suite gets without one, and wholly with one. */
import { agentScenarios, judgeAgent, type Verdict } from '@acp-stack/conformance';
import { expect, test } from 'vitest';

import { lockedAgent, loginMethod } from './correct/auth.ts';
import { inProcess } from './in-process.ts';

const aboutSessions = agentScenarios.filter(({ name }) => /^(?:sessions|directories|config|auth)\//u.test(name));

async function judged(options: { readonly login?: string }): Promise<ReadonlyMap<string, Verdict>> {
  const { verdicts } = await judgeAgent({
    connect: inProcess(lockedAgent),
    scenarios: aboutSessions,
    versions: [2],
    sets: ['stable', 'draft', 'proposal'],
    ...options,
  });
  return new Map(verdicts.map((verdict) => [verdict.rule.id, verdict]));
}

test('an agent that requires a login breaks no rule and keeps none that needs a session', async () => {
  const verdicts = await judged({});
  expect([...verdicts.values()].filter(({ outcome }) => outcome === 'failed' || outcome === 'warned')).toEqual([]);
  const aboutIds = agentScenarios.filter(({ name }) => /^(?:sessions|directories|config)\//u.test(name));
  const kept = aboutIds.flatMap(({ decides }) => decides).filter((id) => verdicts.get(id)?.outcome === 'passed');
  expect(kept).toEqual(['LIST-02', 'LIST-04']);
  expect(verdicts.get('SETUP-01')).toMatchObject({
    outcome: 'not-tested',
    found: 'It requires a login: Log in first.',
  });
  expect(verdicts.get('AUTH-01')).toMatchObject({ outcome: 'passed' });
});

test('a login that the suite may use opens sessions', async () => {
  const verdicts = await judged({ login: loginMethod });
  expect(verdicts.get('SETUP-01')).toMatchObject({ outcome: 'passed' });
  expect(verdicts.get('AUTH-07')).toMatchObject({ outcome: 'passed' });
});
