/** Changes what waits from a list, for whoever has no arrow keys: a screen reader, a line that swallows keys. */
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
  if (pending.all.length === 0) throw new Error('Nothing waits.');
  const chosen = await ui.questions.choose({
    title: 'What waits; choosing it takes it back',
    canSearch: false,
    items: pending.all.map((message) => ({
      value: message,
      label: escapeLine(message.prompt.text),
      description: message.mode === 'steer' ? 'steers' : 'waits',
    })),
    actions: { u: 'moves it up', n: 'moves it down' },
  });
  if (chosen === undefined) return;
  if (chosen.action !== undefined) return pending.move(chosen.value, chosen.action === 'u' ? -1 : 1);
  const { text } = await pending.takeBack(chosen.value);
  ui.note({ kind: 'info', text: `Taken back: ${text}` });
}
