/** Lists what the agent implements; the list is loaded when it is asked for, because no agent that works needs it. */
import type { AgentFeatures } from './agent-features.ts';

/** Loads the list; it is the same in every process. */
export async function listFeatures(): Promise<AgentFeatures> {
  const { agentFeatures } = await import('./agent-features.ts');
  return agentFeatures();
}
