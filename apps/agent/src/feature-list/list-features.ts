/** Loads the feature list on demand, because a running agent does not need it. */
import type { AgentFeatures } from './agent-features.ts';

/** Loads the list of what the agent implements; it is the same in every process. */
export async function listFeatures(): Promise<AgentFeatures> {
  const { agentFeatures } = await import('./agent-features.ts');
  return agentFeatures();
}
