/** Plays scenarios in several workers; the observations are in the order of the scenarios. */
import { findRule } from '../rules/find-rule.ts';
import { isRequired, type Judged, type Version } from '../rules/rule.ts';
import type { Observation } from '../verdict/verdict.ts';
import type { RunOptions } from './run-options.ts';

/** Why something is not tested that there was no time for. */
export const timeIsUp = 'The time for the whole run was used up; --total-timeout gives it more.';

/** What a run knows of every scenario. */
export interface Playable {
  readonly name: string;
  readonly versions: readonly Version[];
  readonly decides: readonly string[];
  /** Whether it changes what others see, so that nothing may run beside it. */
  readonly isAlone?: boolean;
}

/** What one worker plays with. */
export interface Player<Scenario> {
  readonly play: (scenario: Scenario) => Promise<readonly Observation[]>;
  /** Ends the scenario that is still played, and what its scenarios have shared. */
  readonly close: () => Promise<void>;
}

/** The part of a run that plays one version. */
export interface PlayTime extends Judged {
  readonly now: () => number;
  /** When the time for everything is used up; the scenarios that are left or still played then are not tested. */
  readonly deadline: number;
}

/** Plays the scenarios of the version, first those that may run beside others. */
export async function playScenarios<Scenario extends Playable>(
  { scenarios, jobs = 2, bail = false, onProgress }: RunOptions<Scenario>,
  player: () => Player<Scenario>,
  { side, version, now, deadline }: PlayTime,
): Promise<readonly Observation[]> {
  const queue = scenarios.filter((scenario) => scenario.versions.includes(version));
  const results = new Map<Scenario, readonly Observation[]>();
  let isStopped = false;
  const work = async (waiting: Scenario[]): Promise<void> => {
    const { play, close } = player();
    try {
      for (let scenario = waiting.shift(); scenario !== undefined && !isStopped; scenario = waiting.shift()) {
        const found = (await beforeTheEnd(() => play(scenario), deadline - now())) ?? late(scenario);
        results.set(scenario, found);
        onProgress?.({ version, scenario: scenario.name, done: results.size, total: queue.length });
        if (bail && found.some(({ kind, rule }) => kind === 'broken' && isRequired(findRule(rule), { side, version })))
          isStopped = true;
      }
    } finally {
      await close();
    }
  };
  const together = queue.filter(({ isAlone = false }) => !isAlone);
  await Promise.all(Array.from({ length: Math.max(1, jobs) }, () => work(together)));
  await work(queue.filter(({ isAlone = false }) => isAlone));
  return queue.flatMap((scenario) => results.get(scenario) ?? []);
}

/** The longest time for which Node has a timer; a run without a limit has no end. */
const longestTimer = 2 ** 31 - 1;

/** What `play` returns, unless `ms` milliseconds are over before. */
async function beforeTheEnd<T>(play: () => Promise<T>, ms: number): Promise<T | undefined> {
  if (ms <= 0) return undefined;
  if (ms > longestTimer) return play();
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, ms, undefined);
  });
  const played = play();
  // What is ended in the middle may fail; its result is not used any more.
  played.catch(() => undefined);
  try {
    return await Promise.race([played, over]);
  } finally {
    clearTimeout(timer);
  }
}

const late = ({ decides, name }: Playable): readonly Observation[] =>
  decides.map((rule) => ({
    rule,
    scenario: name,
    kind: 'not-tested',
    found: timeIsUp,
    evidence: [],
  }));
