/** The suite raises no false alarm about agents on the official SDK. */
import { agentScenarios, judgeAgent } from '@acp-stack/conformance';
import { beforeEach, expect, test, vi } from 'vitest';

import { officialConnect } from './official-agents.ts';

// The official SDK writes bad input to the console, with all that is nested in it.
beforeEach(() => {
  const spy = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  return () => spy.mockRestore();
});

const areas = /^(?:json-rpc|bad-input|floods|initialization|capabilities|extensibility)\//u;

test.each([1, 2] as const)('nothing unexplained is found about an agent of version %i', async (version) => {
  const { versions, verdicts } = await judgeAgent({
    connect: officialConnect(version),
    scenarios: agentScenarios.filter(({ name }) => areas.test(name)),
    versions: [version],
    limit: 50_000,
    startLimit: 50_000,
    budget: Infinity,
  });
  expect(versions).toEqual([version]);
  const wrong = verdicts.filter(({ outcome }) => outcome === 'failed' || outcome === 'warned');
  expect(Object.fromEntries(wrong.map(({ rule, found }) => [rule.id, found]))).toEqual({});
  expect(verdicts.filter(({ outcome }) => outcome === 'passed').length).toBeGreaterThan(30);
});
