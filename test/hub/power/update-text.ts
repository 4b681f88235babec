import type { ContentBlock, SessionUpdate } from '@acp-stack/schema/v2/unstable';

const messages: ReadonlySet<string> = new Set([
  'user_message',
  'user_message_chunk',
  'agent_message',
  'agent_message_chunk',
]);

/** The text of a message or a piece of one; empty for other updates. */
export function updateText(update: SessionUpdate): string {
  if (!messages.has(update.sessionUpdate)) return '';
  const { content } = update as { readonly content?: ContentBlock | readonly ContentBlock[] | null };
  return [content ?? []]
    .flat()
    .map((block) => (block.type === 'text' ? block.text : ''))
    .join('');
}
