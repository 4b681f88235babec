/**
 * Makes one verdict of all observations about a rule: a broken rule outweighs everything, then one that was seen to
 * hold, then a feature that is not offered.
 */
import { isRequired, type Judged, type Rule } from '../rules/rule.ts';
import type { Observation, Outcome, Verdict } from './verdict.ts';

const weight: readonly Observation['kind'][] = ['broken', 'holds', 'not-offered', 'not-tested'];

/** The verdict on `rule`; `untestable` says why no scenario is about it. */
export function decide(rule: Rule, judged: Judged, all: readonly Observation[], untestable: string): Verdict {
  const { version } = judged;
  const about = all.filter((each) => each.rule === rule.id);
  const kind = weight.find((each) => about.some((observation) => observation.kind === each));
  const decisive = about.find((each) => each.kind === kind);
  if (decisive === undefined) return { rule, version, outcome: 'not-tested', found: untestable, evidence: [] };
  const { scenario, found, evidence } = decisive;
  return { rule, version, outcome: outcomeOf(rule, judged, decisive.kind), scenario, found, evidence };
}

function outcomeOf(rule: Rule, judged: Judged, kind: Observation['kind']): Outcome {
  if (kind === 'holds') return 'passed';
  if (kind === 'broken') return isRequired(rule, judged) ? 'failed' : 'warned';
  return kind;
}
