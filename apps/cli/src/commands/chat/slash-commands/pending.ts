/** `/pending`: changes pending messages in a list, for terminals without arrow keys and screen readers. */
import type { Conversation } from '../conversation/conversation.ts';
import type { ChatUi } from '../ui/chat-ui.ts';
import { escapeLine } from '../../../text/escape-control-characters.ts';

export async function changePending({
  conversation,
  ui,
}: {
  readonly conversation: Conversation;
  readonly ui: ChatUi;
}): Promise<void> {
  const { pending } = conversation;
  if (pending.all.length === 0) throw new Error('There are no pending messages.');
  const chosen = await ui.questions.choose({
    title: 'Pending messages; choose one to take it back',
    canSearch: false,
    items: pending.all.map((message) => ({
      value: message,
      label: escapeLine(message.prompt.text),
      description: message.mode === 'steer' ? 'steers' : 'queued',
    })),
    actions: { u: 'moves it up', n: 'moves it down' },
  });
  if (chosen === undefined) return;
  if (chosen.action !== undefined) return pending.move(chosen.value, chosen.action === 'u' ? -1 : 1);
  const { text } = await pending.takeBack(chosen.value);
  ui.note({ kind: 'info', text: `Taken back: ${text}` });
}
