/** The suite on agents on the official SDK that do as they are asked: what it finds wrong with them is explained. */
import { agentScenarios, judgeAgent, type Version } from '@acp-stack/conformance';
import { beforeEach, expect, test, vi } from 'vitest';

import { connectWorker } from './official-workers.ts';

/** The scenarios about prompts and what happens in them. */
const areas =
  /^(?:prompt|messages|cancellation|tool-calls|permissions|machine|elicitation|plans|commands|notices|background|runtime-context|mcp)\//u;

/** What these agents do not do, by the rule. */
const explained: Readonly<Record<Version, Readonly<Record<string, string>>>> = {
  1: {
    // protocol/v1/cancellation: agents should cancel the requests of a cancelled turn; the SDK leaves that to its users.
    'CANCEL-18': 'It does not cancel its permission request.',
  },
  2: {
    // A prompt that fails before it is inserted gets an error.
    'LIFE-11': 'It takes prompts for sessions that do not exist.',
    // Blocks that the agent does not offer to take are refused with -32602; the SDK leaves that to its users.
    'LIFE-13': 'It does not look at the types of blocks.',
    'CONT-01': 'It takes images, which it does not offer.',
  },
};

// The SDK writes about requests that it does not know.
beforeEach(() => {
  const spy = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  return () => spy.mockRestore();
});

test.each([1, 2] as const)('nothing unexplained is found about an agent of version %i that works', async (version) => {
  const { verdicts } = await judgeAgent({
    connect: connectWorker(version),
    scenarios: agentScenarios.filter(({ name }) => areas.test(name)),
    versions: [version],
    sets: ['stable', 'draft', 'proposal'],
    jobs: 1,
    limit: 50_000,
    budget: Infinity,
  });
  const wrong = verdicts.filter(({ outcome }) => outcome === 'failed' || outcome === 'warned');
  const found = JSON.stringify(wrong.map((verdict) => [verdict.rule.id, verdict.found]));
  expect(wrong.map(({ rule }) => rule.id).toSorted(), found).toEqual(Object.keys(explained[version]).toSorted());
  expect(verdicts.filter(({ outcome }) => outcome === 'passed').length).toBeGreaterThan(15);
});
