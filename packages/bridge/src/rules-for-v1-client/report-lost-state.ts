/** Reports what a state contains that no response to a prompt can carry. */
import type * as v2 from '@acp-stack/schema/v2/unstable';

import type { LossReporter } from '../loss/loss-reporter.ts';
import { nonEmptyFieldNames, hasNonEmptyField } from '../convert/fields-with-content.ts';

type StateUpdate = v2.SessionUpdateVariants['state_update'];

/** The states that a pending prompt implies. */
const implied: ReadonlySet<string> = new Set(['running', 'requires_action']);

export function reportLostState(
  update: StateUpdate,
  { losses, isPrompted }: { readonly losses: LossReporter; readonly isPrompted: boolean },
): void {
  const { sessionUpdate: _, state, background, ...others } = update;
  if (Array.isArray(background) && background.length > 0) {
    const named = background.length === 1 ? 'one piece' : `${background.length} pieces`;
    losses.omit(
      'state_update',
      `Version 1 has no background work; ${named} named in the state ${state} were left out.`,
    );
  }
  if (isPrompted && state === 'idle') return;
  if (!isPrompted ? state !== 'idle' : !implied.has(state))
    losses.omit('state_update', `Version 1 has no states; the state ${state} was left out.`);
  if (hasNonEmptyField(others))
    losses.omit('state_update', `Fields of the state ${state} were left out: ${nonEmptyFieldNames(others)}.`);
}
