import { expect, test } from 'vitest';

import { judgeVersions } from './judge-versions.ts';
import { playScenarios } from './play-scenarios.ts';

const versions = [1] as const;

test('a scenario that is still played when the time is used up is ended, and is not tested', async () => {
  const ended: string[] = [];
  const player = {
    play: () => new Promise<never>(() => undefined),
    close: () => {
      ended.push('closed');
      return Promise.resolve();
    },
  };
  const scenarios = ['prompt/one', 'prompt/two'].map((name) => ({ name, versions, decides: ['TURN-02'] }));
  const observations = await playScenarios({ scenarios, jobs: 1 }, () => player, {
    side: 'agent',
    version: 1,
    now: Date.now,
    deadline: Date.now() + 20,
  });
  expect(observations.map(({ scenario, kind }) => [scenario, kind])).toEqual([
    ['prompt/one', 'not-tested'],
    ['prompt/two', 'not-tested'],
  ]);
  expect(observations[0]?.found).toMatch(/^The time for the whole run was used up/u);
  // The worker of what may run beside others, and the one of what may not.
  expect(ended).toEqual(['closed', 'closed']);
});

test('a version for which no time is left is not even asked for', async () => {
  const asked: number[] = [];
  let time = 0;
  const judge = {
    side: 'agent',
    probe: (version: 1 | 2) => {
      asked.push(version);
      time += 100;
      return Promise.resolve({ outcome: 'not-offered', found: 'It does not speak it.' } as const);
    },
    whyUntested: () => '',
  } as const;
  const { verdicts } = await judgeVersions(judge, { scenarios: [], budget: 50, now: () => time });
  expect(asked).toEqual([1]);
  expect(new Set(verdicts.filter(({ version }) => version === 2).map(({ outcome }) => outcome))).toEqual(
    new Set(['not-tested']),
  );
});
