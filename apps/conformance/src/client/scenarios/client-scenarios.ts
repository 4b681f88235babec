/** Every scenario for clients, in the order in which they run. */
import type { ClientScenario } from '../client-scenario.ts';
import { cancellationScenarios } from './cancellation.ts';
import { capabilityScenarios } from './capabilities.ts';
import { configurationScenarios } from './configuration.ts';
import { documentScenarios } from './documents.ts';
import { elicitationScenarios } from './elicitation.ts';
import { fileScenarios } from './files.ts';
import { generalScenarios } from './general.ts';
import { handshakeScenarios } from './handshake.ts';
import { injectScenarios } from './inject.ts';
import { lifecycleScenarios } from './lifecycle.ts';
import { nextEditScenarios } from './next-edits.ts';
import { olderServerScenarios } from './older-servers.ts';
import { permissionScenarios } from './permissions.ts';
import { sessionScenarios } from './sessions.ts';
import { terminalScenarios } from './terminals.ts';

/** The scenarios for clients. */
export const clientScenarios: readonly ClientScenario[] = [
  ...handshakeScenarios,
  ...capabilityScenarios,
  ...generalScenarios,
  ...permissionScenarios,
  ...lifecycleScenarios,
  ...cancellationScenarios,
  ...configurationScenarios,
  ...sessionScenarios,
  ...fileScenarios,
  ...terminalScenarios,
  ...elicitationScenarios,
  ...documentScenarios,
  ...olderServerScenarios,
  ...nextEditScenarios,
  ...injectScenarios,
];
