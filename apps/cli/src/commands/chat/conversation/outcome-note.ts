/** What to tell the user about the end of a prompt, if there is something to tell. */
import { describeError } from '@acp-stack/rpc';
import type { PromptOutcome } from '@acp-stack/sdk';

import type { Note } from './conversation.ts';

const stopMessages: ReadonlyMap<string, string> = new Map(
  Object.entries({
    max_tokens: 'The agent stopped: the answer reached the maximum number of tokens.',
    max_turn_requests: 'The agent stopped: it reached the maximum number of model requests.',
    refusal: 'The agent refused to continue.',
    cancelled: 'Cancelled.',
  }),
);

const unknownOutcome = 'The outcome is unknown: the agent did not report it.';
const unconfirmedCancel = 'Cancel was never confirmed; the agent may still be working. /restart stops it.';

/** Undefined if the agent has finished the work. */
export function outcomeNote(
  { kind, stopReason, error }: PromptOutcome,
  { isCancelling }: { readonly isCancelling: boolean },
): Note | undefined {
  if (kind === 'unknown') return { kind: 'warning', text: isCancelling ? unconfirmedCancel : unknownOutcome };
  if (error !== undefined) return { kind: 'error', text: describeError(error) };
  const text = stopMessages.get(stopReason ?? '');
  return text === undefined ? undefined : { kind: stopReason === 'cancelled' ? 'warning' : 'error', text };
}
