/** Which rule sets and scenarios a run is about, by its flags. */
import {
  rules,
  selectScenarios,
  type Choice,
  type RuleSet,
  type Selectable,
  type Selection,
} from '@acp-stack/conformance';

import { UsageError } from '../../errors/usage-error.ts';
import type { ConformanceFlags } from './conformance-flags.ts';

const ruleSets: readonly RuleSet[] = [...new Set(rules.map(({ set }) => set))];

/** What the choice is made of. */
export interface Scenarios<Scenario extends Selectable> {
  readonly all: readonly Scenario[];
  /** Those whose draft rules are judged without `--set draft`: the transports of an address. */
  readonly drafts?: readonly Scenario[];
}

/** The chosen scenarios, and the sets that their rules are in. */
export interface ChosenScenarios<Scenario> extends Selection<Scenario> {
  readonly rules: ReadonlySet<string>;
  readonly sets: readonly RuleSet[];
}

/** Scenarios and rules that are named by `--only` are judged whatever set they are in. */
export function chooseScenarios<Scenario extends Selectable>(
  { set, only, skip }: Pick<ConformanceFlags, 'set' | 'only' | 'skip'>,
  { all, drafts = [] }: Scenarios<Scenario>,
): ChosenScenarios<Scenario> {
  const usual = only === undefined ? (['stable'] as const) : ruleSets;
  const wantedSets = ruleSets.filter((each) => (set ?? usual).includes(each));
  const extra = new Set(set === undefined ? drafts.flatMap(({ decides }) => decides) : []);
  const wanted = rules.filter((rule) => wantedSets.includes(rule.set) || extra.has(rule.id));
  const ids = new Set(wanted.map(({ id }) => id));
  const chosen = select(all, { ...(only && { only }), ...(skip && { skip }) });
  const judged = wanted.filter(({ id }) => chosen.rules === undefined || chosen.rules.has(id));
  return {
    scenarios: chosen.scenarios.filter(({ decides }) => decides.some((id) => ids.has(id))),
    rules: new Set(judged.map(({ id }) => id)),
    ifBroken: chosen.ifBroken,
    sets: ruleSets.filter((each) => judged.some((rule) => rule.set === each)),
  };
}

function select<Scenario extends Selectable>(all: readonly Scenario[], choice: Choice): Selection<Scenario> {
  try {
    return selectScenarios(all, choice);
  } catch (error) {
    throw new UsageError((error as Error).message, { cause: error });
  }
}
