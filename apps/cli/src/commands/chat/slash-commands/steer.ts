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
  /** Returns a message that is not sent to the input. */
  readonly putBack: (prompt: Prompt) => void;
}

type Way = 'cancel' | 'always' | 'wait';

export async function steer(prompt: Prompt, { conversation, questions, putBack }: SteerParts): Promise<void> {
  const isFree = !conversation.isBusy || conversation.canSteer || conversation.mayCancelToSteer;
  const way = isFree ? 'cancel' : await askWay(questions);
  if (way === undefined) return putBack(prompt);
  if (way === 'always') conversation.mayCancelToSteer = true;
  return way === 'wait' ? conversation.submit(prompt) : conversation.steer(prompt);
}

async function askWay(questions: Questions): Promise<Way | undefined> {
  const chosen = await questions.choose<Way>({
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
