/**
 * Sends a message while the agent works.
 *
 * An agent that cannot be steered has to be cancelled instead, which loses work, so the user is asked first: for this
 * message, or for the rest of the chat.
 */
import type { Conversation } from '../conversation/conversation.ts';
import type { Prompt } from '../conversation/prompt.ts';
import type { Questions } from '../ui/questions.ts';

export interface SteerParts {
  readonly conversation: Conversation;
  readonly questions: Questions;
  /** Puts a message that is not sent back into the input. */
  readonly putBack: (prompt: Prompt) => void;
}

/** What to do with a message for an agent that cannot be steered. */
type Decision = 'cancel' | 'always' | 'wait';

export async function steer(prompt: Prompt, { conversation, questions, putBack }: SteerParts): Promise<void> {
  const needsNoQuestion = !conversation.isBusy || conversation.canSteer || conversation.mayCancelToSteer;
  const decision = needsNoQuestion ? 'cancel' : await askDecision(questions);
  if (decision === undefined) return putBack(prompt);
  if (decision === 'always') conversation.mayCancelToSteer = true;
  return decision === 'wait' ? conversation.submit(prompt) : conversation.steer(prompt);
}

async function askDecision(questions: Questions): Promise<Decision | undefined> {
  const chosen = await questions.choose<Decision>({
    title: 'This agent cannot be steered while it works.',
    canSearch: false,
    items: [
      { value: 'cancel', label: 'Cancel its work and send this now' },
      { value: 'always', label: 'The same, without asking again in this chat' },
      { value: 'wait', label: 'Send this when it is done' },
    ],
  });
  return chosen?.value;
}
