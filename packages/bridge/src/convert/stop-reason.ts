/** How a prompt ends: with its response in version 1, with a state of the session in version 2. */
import { rpcCodes, type ErrorObject } from '@acp-stack/rpc';
import type { PromptResponse } from '@acp-stack/schema/v1/unstable';
import { isIdleStateUpdate, type IdleStateUpdate, type StateUpdateVariants } from '@acp-stack/schema/v2/unstable';

import type { LossReporter } from '../loss/loss-reporter.ts';
import { nonEmptyFieldNames, hasNonEmptyField } from './fields-with-content.ts';

/** The update that reports an idle session. */
export type IdleUpdate = StateUpdateVariants['idle'] & { readonly sessionUpdate: 'state_update' };

/** Returns the state that follows the response to a prompt. */
export function idleState(response: PromptResponse): IdleUpdate {
  return { ...response, sessionUpdate: 'state_update', state: 'idle' };
}

/**
 * Returns the response to a prompt whose work ended in this state.
 *
 * In strict mode an unknown stop reason throws; the prompt has to be refused with that error.
 */
export function promptAnswer(
  idle: IdleStateUpdate,
  losses: LossReporter,
): { readonly result: PromptResponse } | { readonly error: ErrorObject } {
  const {
    sessionUpdate: _,
    state: __,
    background: ___,
    ...others
  } = idle as IdleStateUpdate & { readonly sessionUpdate?: string; readonly state?: string };
  if (isIdleStateUpdate.error(idle)) {
    const { error, stopReason: ____, ...otherFields } = others as typeof others & Pick<typeof idle, 'error'>;
    if (hasNonEmptyField(otherFields))
      losses.omit(
        'session/prompt',
        `An error cannot carry other fields of the end of a prompt: ${nonEmptyFieldNames(otherFields)}.`,
      );
    return { error: error ?? { code: rpcCodes.internalError, message: 'The agent ended its work with an error.' } };
  }
  return { result: { ...others, stopReason: reasonToV1(idle, losses) } };
}

function reasonToV1(
  idle: Exclude<IdleStateUpdate, { readonly stopReason: 'error' }>,
  losses: LossReporter,
): PromptResponse['stopReason'] {
  if (isIdleStateUpdate.known(idle)) return idle.stopReason;
  if (typeof idle.stopReason === 'string')
    losses.lose('session/prompt', `Version 1 has no stop reason ${idle.stopReason}; it became end_turn.`);
  return 'end_turn';
}
