/** Every scenario with every pair of programs: the client sees the same in the end. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { settled } from '@acp-stack/testing';

import { watchComplaints, closePairs } from '../connected-pair.ts';
import { links, referenceLink, type Link } from '../official-stream.ts';
import { pairs, variants, type Pair, type Reported } from './pairs.ts';
import type { Scenario } from './scenario.ts';
import { scenarios } from './scenarios.ts';

// The official SDK must not complain either.
beforeEach(watchComplaints);
afterEach(closePairs);

/** What was reported, each kind once. */
const kindsOf = (reports: readonly Reported[]): string[] => [
  ...new Set(reports.map(({ kind, row }) => (row === undefined ? kind : `${kind}: ${row}`))),
];

async function check(pair: Pair, scenario: Scenario, open: () => Link): Promise<void> {
  using performance = await pair.play(scenario, open);
  const { hand, transcript, reports, faults } = performance;
  await scenario.act(hand);
  await settled(8);
  const lost = scenario.lost !== undefined && pair[scenario.lost.towards] === 1 ? scenario.lost : undefined;
  expect(transcript.value()).toEqual({ ...scenario.expected, ...lost?.instead });
  expect(faults().filter((fault) => !hand.isMeant(fault))).toEqual([]);
  expect(kindsOf(reports)).toEqual([
    ...(lost === undefined || lost.isForm === true ? [] : [`loss: ${lost.row}`]),
    ...(pair.isBridged ? (scenario.bridgeReports ?? []) : []),
  ]);
}

for (const pair of pairs) {
  for (const { name, open } of links) {
    describe(`${pair.name}, ${name}`, () => {
      for (const scenario of scenarios) test(scenario.name, () => check(pair, scenario, open));
    });
  }
}

for (const pair of variants) {
  // Strictness changes nothing where nothing is lost.
  const played = pair.isStrict ? scenarios.filter(({ lost }) => lost === undefined || lost.isForm === true) : scenarios;
  describe(`${pair.name}, by reference`, () => {
    for (const scenario of played) test(scenario.name, () => check(pair, scenario, referenceLink));
  });
}
