/** The scenarios about what every agent does: JSON-RPC, initialization, capabilities and extensions. */
import type { AgentScenario } from '../../agent-scenario.ts';
import { badInputScenarios } from './bad-input.ts';
import { capabilityScenarios } from './capabilities.ts';
import { extensibilityScenarios } from './extensibility.ts';
import { floodScenarios } from './floods.ts';
import { initializationScenarios } from './initialization.ts';
import { jsonRpcScenarios } from './json-rpc.ts';
import { stdioScenarios } from './stdio.ts';

export const baseScenarios: readonly AgentScenario[] = [
  ...initializationScenarios,
  ...jsonRpcScenarios,
  ...badInputScenarios,
  ...floodScenarios,
  ...capabilityScenarios,
  ...extensibilityScenarios,
  ...stdioScenarios,
];
