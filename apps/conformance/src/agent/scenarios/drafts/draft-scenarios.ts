/** The scenarios about features that the protocol has as drafts: injected messages, next edits and the state of editors. */
import type { AgentScenario } from '../../agent-scenario.ts';
import { injectScenarios } from './inject.ts';
import { injectSteeringScenarios } from './inject-steering.ts';

export const draftScenarios: readonly AgentScenario[] = [...injectScenarios, ...injectSteeringScenarios];
