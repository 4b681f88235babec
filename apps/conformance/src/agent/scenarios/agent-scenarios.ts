/** Every scenario for agents, in the order in which they run. */
import type { AgentScenario } from '../agent-scenario.ts';
import { baseScenarios } from './base/base-scenarios.ts';
import { draftScenarios } from './drafts/draft-scenarios.ts';
import { sessionScenarios } from './sessions/session-scenarios.ts';
import { workScenarios } from './work/work-scenarios.ts';

/** The scenarios for agents. */
export const agentScenarios: readonly AgentScenario[] = [
  ...baseScenarios,
  ...sessionScenarios,
  ...workScenarios,
  ...draftScenarios,
];
