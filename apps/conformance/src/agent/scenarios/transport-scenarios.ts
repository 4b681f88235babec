/** The scenarios for agents at an address, in the order in which they run. */
import type { AgentScenario } from '../agent-scenario.ts';
import { httpStreamScenarios } from './http-streams.ts';
import { httpScenarios } from './http.ts';
import { webSocketScenarios } from './web-socket.ts';

/** The scenarios about WebSocket and HTTP. */
export const transportScenarios: readonly AgentScenario[] = [
  ...httpScenarios,
  ...httpStreamScenarios,
  ...webSocketScenarios,
];
