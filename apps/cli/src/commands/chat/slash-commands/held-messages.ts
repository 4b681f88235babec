/**
 * Asks what becomes of the messages that waited when the user cancelled the work.
 *
 * Closing the question puts them back into the input: nothing is sent, and nothing is lost.
 */
import type { Conversation } from '../conversation/conversation.ts';
import type { Prompt } from '../conversation/prompt.ts';
import type { Questions } from '../ui/questions.ts';
import { escapeLine } from '../../../text/escape-control-characters.ts';

export interface HeldMessageParts {
  readonly conversation: Conversation;
  readonly questions: Questions;
  /** Puts a message into the input, before what is there. */
  readonly putBack: (prompt: Prompt) => void;
}

type Decision = 'edit' | 'send' | 'drop';

const longestTitle = 60;

export async function decideHeld({ conversation, questions, putBack }: HeldMessageParts): Promise<void> {
  const { pending } = conversation;
  const [first, ...others] = pending.all;
  const them = others.length === 0 ? 'it' : 'them';
  const text = escapeLine(first?.prompt.text ?? '');
  const shown = text.length > longestTitle ? `${text.slice(0, longestTitle)}…` : text;
  const chosen = await questions.choose<Decision>({
    title: `Cancelled, and not sent: “${shown}”${others.length === 0 ? '' : ` and ${others.length} more`}`,
    canSearch: false,
    items: [
      { value: 'edit', label: `Put ${them} back into the input` },
      { value: 'send', label: `Send ${them} now` },
      { value: 'drop', label: `Drop ${them}` },
    ],
  });
  const decision = chosen?.value ?? 'edit';
  if (decision === 'send') return pending.release();
  const held = await pending.takeHeld();
  if (decision === 'edit') for (const prompt of held.toReversed()) putBack(prompt);
}
