/** Every scenario for clients, in the order in which they run. */
import type { ClientScenario } from '../client-scenario.ts';
import { capabilityScenarios } from './capabilities.ts';
import { configurationScenarios } from './configuration.ts';
import { documentScenarios } from './documents.ts';
import { elicitationScenarios } from './elicitation.ts';
import { fileScenarios } from './files.ts';
import { generalScenarios } from './general.ts';
import { handshakeScenarios } from './handshake.ts';
import { lifecycleScenarios } from './lifecycle.ts';
import { permissionScenarios } from './permissions.ts';
import { terminalScenarios } from './terminals.ts';

/** The scenarios for clients. */
export const clientScenarios: readonly ClientScenario[] = [
  ...handshakeScenarios,
  ...capabilityScenarios,
  ...generalScenarios,
  ...permissionScenarios,
  ...lifecycleScenarios,
  ...configurationScenarios,
  ...fileScenarios,
  ...terminalScenarios,
  ...elicitationScenarios,
  ...documentScenarios,
];
