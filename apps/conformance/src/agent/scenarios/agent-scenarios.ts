/** Every scenario for agents, in the order in which they run. */
import type { AgentScenario } from '../agent-scenario.ts';
import { promptScenarios } from './prompt.ts';

export const agentScenarios: readonly AgentScenario[] = [...promptScenarios];
