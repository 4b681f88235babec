/** What to tell the user about the end of a prompt, if there is something to tell. */
import { describeError } from '@acp-stack/rpc';
import type { PromptOutcome } from '@acp-stack/sdk';

/** A note to the user, outside the conversation. */
export interface Note {
  readonly kind: 'info' | 'warning' | 'error';
  readonly text: string;
  /** Whether it ends the work, so that it comes after everything that the agent has said, finished or not. */
  readonly isLast?: boolean;
}

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

/** What agents answer when they do not say what has failed. */
const isBare = /^internal error\.?$/iu;
const noReason = 'The agent gives no reason; acp chat --log-level info shows its output.';

/** Undefined if the agent has finished the work. */
export function outcomeNote(
  { kind, stopReason, error }: PromptOutcome,
  { isCancelling }: { readonly isCancelling: boolean },
): Note | undefined {
  if (kind === 'unknown')
    return { kind: 'warning', text: isCancelling ? unconfirmedCancel : unknownOutcome, isLast: true };
  if (error !== undefined) {
    const text = describeError(error);
    return { kind: 'error', text: isBare.test(text) ? `Internal error. ${noReason}` : text };
  }
  const text = stopMessages.get(stopReason ?? '');
  return text === undefined ? undefined : { kind: stopReason === 'cancelled' ? 'warning' : 'error', text };
}
