/** Runs one scenario: whatever happens in it becomes observations about its rules. */
import type { AgentScenario } from '../agent/agent-scenario.ts';
import { AgentStage, type StageSettings } from '../agent/agent-stage.ts';
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
  return stage.finish(reason);
}

const isAboutPeer = (error: unknown): error is Error =>
  error instanceof PeerSilent || error instanceof PeerEnded || error instanceof Unreachable;
