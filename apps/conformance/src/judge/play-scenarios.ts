/** Plays scenarios in several workers; the observations are in the order of the scenarios. */
import { findRule } from '../rules/find-rule.ts';
import { isRequired, type Version } from '../rules/rule.ts';
import type { Observation } from '../verdict/verdict.ts';
import type { Progress } from './judge-agent.ts';

export interface PlayOptions {
  readonly version: Version;
  /** Scenarios at the same time, 2 by default. */
  readonly jobs?: number | undefined;
  /** Stops at the first broken MUST. */
  readonly bail?: boolean | undefined;
  readonly now: () => number;
  /** When the time for everything is used up. */
  readonly deadline: number;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

/** Plays the scenarios of the version; `run` is told when there is no time left for one. */
export async function playScenarios<S extends { readonly name: string; readonly versions: readonly Version[] }>(
  scenarios: readonly S[],
  run: (scenario: S, isLate: boolean) => Promise<readonly Observation[]>,
  { version, jobs = 2, bail = false, now, deadline, onProgress }: PlayOptions,
): Promise<readonly Observation[]> {
  const queue = scenarios.filter((scenario) => scenario.versions.includes(version));
  const results = new Map<S, readonly Observation[]>();
  let next = 0;
  let isStopped = false;
  const work = async (): Promise<void> => {
    for (let scenario = queue[next++]; scenario !== undefined && !isStopped; scenario = queue[next++]) {
      const found = await run(scenario, now() >= deadline);
      results.set(scenario, found);
      onProgress?.({ version, scenario: scenario.name, done: results.size, total: queue.length });
      if (bail && found.some(({ kind, rule }) => kind === 'broken' && isRequired(findRule(rule)))) isStopped = true;
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, jobs) }, work));
  return queue.flatMap((scenario) => results.get(scenario) ?? []);
}
