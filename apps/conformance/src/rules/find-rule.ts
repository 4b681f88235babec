/** The frozen rules of this version of the suite, by id. */
import { rules } from './rules-3.gen.ts';
import type { Rule } from './rule.ts';

/** The version of the rule sets. A released set does not change; a new one gets the next number. */
export const suiteVersion = 3;

const byId: ReadonlyMap<string, Rule> = new Map(rules.map((rule) => [rule.id, rule]));

/** The rule with this id; throws if there is none, which is a mistake in a scenario. */
export function findRule(id: string): Rule {
  const rule = byId.get(id);
  if (rule === undefined) throw new Error(`There is no rule ${id}.`);
  return rule;
}

export { rules };
