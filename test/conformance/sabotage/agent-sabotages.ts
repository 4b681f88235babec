/**
 * Sabotages for the suite that differ from those of the proofs of the requirements: of rules that agents of version 1
 * keep by other methods, of rules that the proofs judge on clients only, and of rules that the proofs break along with
 * others.
 */
import type { Sabotages } from '../../requirements/sabotage/sabotage.ts';
import { authSabotages } from './auth.ts';
import { generalSabotages } from './general.ts';
import { draftSabotages } from './drafts.ts';
import { injectSabotages } from './inject.ts';
import { narrowSabotages } from './narrow.ts';
import { promptWorkSabotages } from './prompt-work.ts';
import { providerSabotages } from './providers.ts';
import { sessionSabotages } from './sessions.ts';

export const agentSabotages: Sabotages = {
  ...generalSabotages,
  ...sessionSabotages,
  ...authSabotages,
  ...providerSabotages,
  ...promptWorkSabotages,
  ...injectSabotages,
  ...draftSabotages,
  ...narrowSabotages,
};
