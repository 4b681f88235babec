/** The scenarios about drafts of the protocol: injected messages, next edits and the state of editors. */
import type { AgentScenario } from '../../agent-scenario.ts';
import { controllerScenarios } from './controllers.ts';
import { editorStateScenarios } from './editor-state.ts';
import { injectScenarios } from './inject.ts';
import { injectSteeringScenarios } from './inject-steering.ts';
import { nextEditScenarios } from './next-edits.ts';

export const draftScenarios: readonly AgentScenario[] = [
  ...injectScenarios,
  ...injectSteeringScenarios,
  ...controllerScenarios,
  ...nextEditScenarios,
  ...editorStateScenarios,
];
