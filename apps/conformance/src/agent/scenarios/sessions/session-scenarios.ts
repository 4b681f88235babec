/** The scenarios about sessions, their options, logins and providers. */
import type { AgentScenario } from '../../agent-scenario.ts';
import { authenticationScenarios } from './authentication.ts';
import { configOptionScenarios } from './config-options.ts';
import { directoryScenarios } from './directories.ts';
import { providerScenarios } from './providers.ts';
import { sessionCloseScenarios } from './session-close.ts';
import { sessionListScenarios } from './session-list.ts';
import { sessionResumeScenarios } from './session-resume.ts';
import { sessionServerScenarios } from './session-servers.ts';
import { sessionSetupScenarios } from './session-setup.ts';
import { sessionShelfScenarios } from './session-shelf.ts';

export const sessionScenarios: readonly AgentScenario[] = [
  ...sessionSetupScenarios,
  ...sessionServerScenarios,
  ...sessionResumeScenarios,
  ...directoryScenarios,
  ...sessionListScenarios,
  ...sessionCloseScenarios,
  ...sessionShelfScenarios,
  ...configOptionScenarios,
  ...authenticationScenarios,
  ...providerScenarios,
];
