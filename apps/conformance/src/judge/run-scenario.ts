/** Runs one scenario on its stage: whatever happens in it becomes observations about its rules. */
import type { Finding } from '../check/finding.ts';
import { isPeerFailure } from '../conversation/failure.ts';
import type { Observer } from '../scenario/observer.ts';
import type { Observation } from '../verdict/verdict.ts';
import type { Player } from './play-scenarios.ts';

/** Where a scenario plays. */
export interface Stage extends Observer {
  /** Ends everything that the scenario has started. */
  end(): Promise<void>;
}

/** What a scenario does, and which rules it decides. */
export interface Scene<S extends Stage> {
  readonly decides: readonly string[];
  readonly run: (stage: S) => Promise<void>;
}

export interface SceneOptions {
  /** What the program does not offer; then the scenario is not run. */
  readonly missing?: string | undefined;
  /**
   * Checks what the program sent meanwhile; what is wrong with it counts for any rule, also one of another scenario.
   */
  readonly check?: () => readonly Finding[];
}

/**
 * Plays scenarios one after the other, each on a stage of its own; closing it ends the stage that is still played on.
 */
export function stagePlayer<S extends Stage, Scenario extends Scene<S>>(
  open: (scenario: Scenario) => SceneOptions & { readonly stage: S },
  close: () => Promise<void> = () => Promise.resolve(),
): Player<Scenario> {
  let playing: S | undefined;
  return {
    play: async (scenario) => {
      const { stage, ...options } = open(scenario);
      playing = stage;
      const observations = await runScenario(scenario, stage, options);
      playing = undefined;
      return observations;
    },
    close: async () => {
      await playing?.end();
      await close();
    },
  };
}

/** The observations of `scenario`; a mistake of the suite itself is thrown. */
async function runScenario<S extends Stage>(
  scenario: Scene<S>,
  stage: S,
  { missing, check }: SceneOptions = {},
): Promise<readonly Observation[]> {
  if (missing !== undefined) {
    for (const rule of scenario.decides) stage.notOffered(rule, missing);
    return stage.finish('');
  }
  let reason = 'The scenario did not reach it.';
  try {
    await scenario.run(stage);
  } catch (error) {
    if (!isPeerFailure(error)) throw error;
    reason = error.message;
  } finally {
    await stage.end();
  }
  for (const finding of oncePerRule(check?.() ?? [])) stage.report(finding);
  return stage.finish(reason);
}

/** The first finding about each rule, with the number of the others. */
function oncePerRule(findings: readonly Finding[]): readonly Finding[] {
  const rules = [...new Set(findings.map(({ rule }) => rule))];
  return rules.flatMap((rule) => {
    const [first, ...others] = findings.filter((each) => each.rule === rule);
    if (first === undefined) return [];
    return others.length === 0 ? [first] : [{ ...first, found: `${first.found} (${others.length} more like this)` }];
  });
}
