/**
 * Judges a program that breaks a rule.
 *
 * Its silence need not be waited for as long as that of a correct program. But on a busy machine a program may not come
 * as far as its mistake within a short time limit, or be late elsewhere: then a long one decides.
 */
import type { Verdict } from '@acp-stack/conformance';
import { expect } from 'vitest';

/** Milliseconds that a program has for each response. */
const limits: readonly number[] = [500, 10_000];

/** Options of a test that judges a broken program, which may be silent several times. */
export const patient = { timeout: 240_000 } as const;

/** Whether a verdict says that the rule is broken. */
export const isBroken = (verdict: Verdict | undefined): boolean =>
  verdict?.outcome === 'failed' || verdict?.outcome === 'warned';

/** What `judge` says with the first time limit with which it is as expected, or with the last one. */
export async function judgeBroken(
  judge: (limit: number) => Promise<readonly Verdict[]>,
  isExpected: (verdicts: readonly Verdict[]) => boolean,
): Promise<readonly Verdict[]> {
  let verdicts: readonly Verdict[] = [];
  for (const limit of limits) {
    verdicts = await judge(limit);
    if (isExpected(verdicts)) break;
  }
  return verdicts;
}

/**
 * Expects that `judge`, which is given the time limit, finds the rule `id` broken, and besides it at most the rules of
 * `also`; returns the verdict.
 */
export async function expectOnlyBroken(
  id: string,
  judge: (limit: number) => Promise<readonly Verdict[]>,
  also: readonly string[] = [],
): Promise<Verdict | undefined> {
  const ofRule = (verdicts: readonly Verdict[]): Verdict | undefined => verdicts.find(({ rule }) => rule.id === id);
  const others = (verdicts: readonly Verdict[]): readonly Verdict[] =>
    verdicts.filter((each) => isBroken(each) && each.rule.id !== id && !also.includes(each.rule.id));
  const verdicts = await judgeBroken(judge, (all) => isBroken(ofRule(all)) && others(all).length === 0);
  const verdict = ofRule(verdicts);
  expect(['failed', 'warned'], verdict?.found).toContain(verdict?.outcome);
  expect(others(verdicts).map(({ rule, found }) => [rule.id, found])).toEqual([]);
  return verdict;
}
