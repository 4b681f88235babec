/**
 * Makes one verdict of all observations about a rule: a broken rule outweighs everything, then one that was seen to
 * hold, then a feature that is not offered.
 */
import { isRequired, type Rule, type Version } from '../rules/rule.ts';
import type { Observation, Outcome, Verdict } from './verdict.ts';

const weight: readonly Observation['kind'][] = ['broken', 'holds', 'not-offered', 'not-tested'];

/** The verdict on `rule`; `untestable` says why no scenario is about it. */
export function decide(rule: Rule, version: Version, all: readonly Observation[], untestable: string): Verdict {
  const about = all.filter((each) => each.rule === rule.id);
  const kind = weight.find((each) => about.some((observation) => observation.kind === each));
  const decisive = about.find((each) => each.kind === kind);
  if (decisive === undefined) return { rule, version, outcome: 'not-tested', found: untestable, evidence: [] };
  const { scenario, found, evidence } = decisive;
  return { rule, version, outcome: outcomeOf(rule, decisive.kind), scenario, found, evidence };
}

function outcomeOf(rule: Rule, kind: Observation['kind']): Outcome {
  if (kind === 'holds') return 'passed';
  if (kind === 'broken') return isRequired(rule) ? 'failed' : 'warned';
  return kind;
}
