/** Why the agent stopped, in words; nothing for the ordinary end of its work. */
import { failureText, type Transcript } from '@acp-stack/transcript';

/** What to say, and how much it matters. */
export interface StopText {
  readonly text: string;
  readonly kind: 'note' | 'problem';
}

const texts: Readonly<Record<string, StopText>> = {
  max_tokens: { text: 'The agent stopped: the answer reached the maximum number of tokens.', kind: 'problem' },
  max_turn_requests: {
    text: 'The agent stopped: it reached the maximum number of model requests.',
    kind: 'problem',
  },
  refusal: { text: 'The agent refused to continue.', kind: 'problem' },
  cancelled: { text: 'Cancelled.', kind: 'note' },
};

/** The reason for which the last work ended; undefined if it goes on or has ended as it should. */
export function stopText(transcript: Transcript): StopText | undefined {
  const { state } = transcript;
  if (state?.state !== 'idle') return undefined;
  const { stopReason } = state as { readonly stopReason?: unknown };
  if (typeof stopReason !== 'string' || stopReason === 'end_turn') return undefined;
  if (stopReason === 'error') {
    const failure = failureText(transcript);
    return { text: failure === undefined ? 'The agent failed.' : `The agent failed: ${failure}`, kind: 'problem' };
  }
  return texts[stopReason] ?? { text: `The agent stopped: ${stopReason}.`, kind: 'problem' };
}
