/** A conversation as the text of a file to keep. */
import { toJson, toMarkdown, type Transcript } from '@acp-stack/transcript';

export type ConversationFormat = 'markdown' | 'html' | 'json';

/** The conversation in the format. */
export async function conversationText(transcript: Transcript, format: ConversationFormat): Promise<string> {
  if (format === 'json') return `${JSON.stringify(toJson(transcript), undefined, 2)}\n`;
  const markdown = toMarkdown(transcript);
  if (format === 'markdown') return markdown;
  const { documentPage } = await import('./document-page.ts');
  return documentPage(markdown);
}
