/** Chooses scenarios by `--only` and `--skip`: names of scenarios, areas, or ids of rules. */
import { rules } from '../rules/find-rule.ts';

/** What the choice looks at. */
export interface Selectable {
  /** `area/what`. */
  readonly name: string;
  /** The ids of its rules. */
  readonly decides: readonly string[];
}

/** The words of the choice; a rule may be named in any case. */
export interface Choice {
  /** Nothing else is chosen. */
  readonly only?: readonly string[];
  /** These are left out. */
  readonly skip?: readonly string[];
}

/** The chosen scenarios, and the rules that the run is about; undefined means all rules. */
export interface Selection<Scenario> {
  /** In the order in which they were given. */
  readonly scenarios: readonly Scenario[];
  /** The ids of the rules. */
  readonly rules: ReadonlySet<string> | undefined;
  /** Further rules that the run is about if it finds them broken: the messages of a scenario may break any rule. */
  readonly ifBroken: ReadonlySet<string>;
}

/** Throws an error with a sentence for a word that is none of them. */
export function selectScenarios<Scenario extends Selectable>(
  scenarios: readonly Scenario[],
  { only = [], skip = [] }: Choice,
): Selection<Scenario> {
  for (const word of [...only, ...skip]) requireKnown(scenarios, word);
  const names = (words: readonly string[], scenario: Scenario, rule: string): boolean =>
    words.some((word) => isNameOf(scenario, word) || isSameRule(word, rule));
  const isWanted = (scenario: Scenario, rule: string): boolean =>
    (only.length === 0 || names(only, scenario, rule)) && !names(skip, scenario, rule);
  const chosen = scenarios.filter((scenario) => scenario.decides.some((rule) => isWanted(scenario, rule)));
  if (only.length === 0 && skip.length === 0) return { scenarios, rules: undefined, ifBroken: new Set() };
  const decided = chosen.flatMap((scenario) => scenario.decides.filter((rule) => isWanted(scenario, rule)));
  const isNamed = only.length === 0 || only.some((word) => scenarios.some((scenario) => isNameOf(scenario, word)));
  const others = rules.map(({ id }) => id).filter((id) => isNamed && !skip.some((word) => isSameRule(word, id)));
  return { scenarios: chosen, rules: new Set(decided), ifBroken: new Set(others) };
}

const isNameOf = ({ name }: Selectable, word: string): boolean => name === word || name.startsWith(`${word}/`);

const isSameRule = (word: string, rule: string): boolean => word.toUpperCase() === rule.toUpperCase();

function requireKnown(scenarios: readonly Selectable[], word: string): void {
  const isScenario = scenarios.some((scenario) => isNameOf(scenario, word));
  if (isScenario || scenarios.some(({ decides }) => decides.some((rule) => isSameRule(word, rule)))) return;
  if (rules.some(({ id }) => isSameRule(word, id))) throw new Error(`no scenario decides the rule ${word}`);
  throw new Error(`unknown scenario, area or rule ${word}; --list prints them`);
}
