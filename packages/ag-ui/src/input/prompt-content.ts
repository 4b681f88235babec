/** What the messages of a run are for an agent: what was said before, and the new prompt. */
import type { ContentPart, Context, Message, PartSource } from '@ag-ui/core';
import { contentToText } from '@ag-ui/core';
import { audio, embeddedResource, image, resourceLink, text, type ContentBlock, type Said } from '@acp-stack/sdk';

type UserMessage = Extract<Message, { readonly role: 'user' }>;

/** The messages of the user that an agent has not been sent; for a new session, those at the end. */
export function newMessages(
  messages: readonly Message[],
  seen: ReadonlySet<string> | undefined,
): readonly UserMessage[] {
  const end = seen === undefined ? messages.findLastIndex(({ role }) => role !== 'user') + 1 : 0;
  return messages
    .slice(end)
    .filter((message): message is UserMessage => message.role === 'user' && seen?.has(message.id) !== true);
}

/** The instructions of the system and the developer together; empty if there are none. */
export function systemOf(messages: readonly Message[]): string {
  return messages
    .flatMap((each) => (each.role === 'system' || each.role === 'developer' ? [each.content] : []))
    .join('\n\n');
}

/** What was said before the messages in `news`. */
export function historyOf(messages: readonly Message[], news: readonly Message[]): readonly Said[] {
  return messages.flatMap((message) => {
    const { role } = message;
    if (news.includes(message) || !(role === 'user' || role === 'assistant' || role === 'tool')) return [];
    return [{ role, text: contentToText(message.content) }];
  });
}

/** Ambient information, as text before the prompt. */
export function contextText(context: readonly Context[]): string {
  if (context.length === 0) return '';
  return `This is about the application that the user sees:\n${context.map(({ description, value }) => `- ${description}: ${value}`).join('\n')}`;
}

/** The content blocks of a message of the user. */
export function contentBlocks({ content }: UserMessage): readonly ContentBlock[] {
  return typeof content === 'string' ? [text(content)] : content.flatMap(partBlocks);
}

function partBlocks(part: ContentPart): readonly ContentBlock[] {
  if (part.type === 'text') return [text(part.text)];
  const { source, type } = part;
  const linked = linkTo(source, type);
  if (linked !== undefined) return [linked];
  const { value, mimeType } = source as Extract<PartSource, { readonly type: 'data' }>;
  if (type === 'image') return [image(value, mimeType)];
  if (type === 'audio') return [audio(value, mimeType)];
  return [embeddedResource({ uri: `attachment:///${type}`, mimeType, blob: value })];
}

/** A link that the agent may follow; undefined for inline data. This program fetches nothing. */
function linkTo(source: PartSource, name: string): ContentBlock | undefined {
  if (source.type === 'data') return undefined;
  const { value, mimeType } = source;
  return resourceLink(value, name, mimeType === undefined ? {} : { mimeType });
}
