/**
 * Runs one scenario: whatever happens in it becomes observations about its rules.
 *
 * Everything that the agent sent meanwhile is checked too; what is wrong with it is an observation about the rule that
 * it breaks, also if the scenario is about others.
 */
import type { AgentScenario } from '../agent/agent-scenario.ts';
import { AgentStage, type StageSettings } from '../agent/agent-stage.ts';
import { checkLog } from '../check/check-log.ts';
import type { Finding } from '../check/finding.ts';
import { PeerEnded, PeerSilent, Unreachable } from '../conversation/failure.ts';
import type { Observation } from '../verdict/verdict.ts';

/** The observations of `scenario`; a mistake of the suite itself is thrown. */
export async function runScenario(scenario: AgentScenario, settings: StageSettings): Promise<readonly Observation[]> {
  const stage = new AgentStage(scenario, settings);
  const missing = scenario.needs?.(settings.facts);
  if (missing !== undefined) {
    for (const rule of scenario.decides) stage.notOffered(rule, missing);
    return stage.finish('');
  }
  let reason = 'The scenario did not reach it.';
  try {
    await scenario.run(stage);
  } catch (error) {
    if (!isAboutPeer(error)) throw error;
    reason = error.message;
  } finally {
    await stage.end();
  }
  for (const finding of oncePerRule(checkMessages(stage))) stage.report(finding);
  return stage.finish(reason);
}

/** What is wrong with the messages of the agent in this scenario. */
function checkMessages({ watched, version }: AgentStage): readonly Finding[] {
  return watched.flatMap(({ conversation: { log, process }, since }) =>
    checkLog(log, { version, since, isStdio: process !== undefined }),
  );
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

const isAboutPeer = (error: unknown): error is Error =>
  error instanceof PeerSilent || error instanceof PeerEnded || error instanceof Unreachable;
