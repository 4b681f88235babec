/** What a request asks an agent, whichever kind of request it is. */
import type { ContentBlock, Said } from '@acp-stack/sdk';

/** A request, read. */
export interface Asked {
  /** The name of the agent. */
  readonly model: string;
  /** The instructions of the system and the developer together; empty if there are none. */
  readonly system: string;
  /** The conversation before the news. */
  readonly history: readonly Said[];
  /** What the user says now; never empty. */
  readonly news: readonly ContentBlock[];
  /** The conversation that the client names. */
  readonly conversationName: string | undefined;
  /** The answer that the client continues, if it names one instead of sending what was said. */
  readonly previous?: string | undefined;
  readonly isStream: boolean;
}

/** A message of either kind of request. */
export interface Message {
  readonly role: 'system' | 'developer' | 'user' | 'assistant' | 'tool';
  readonly content: readonly ContentBlock[];
}

/** What a list of messages asks: the news are those of the user since the last answer. */
export function askedBy(messages: readonly Message[]): Pick<Asked, 'system' | 'history' | 'news'> {
  const isSystem = ({ role }: Message): boolean => role === 'system' || role === 'developer';
  const talk = messages.filter((message) => !isSystem(message));
  const end = talk.findLastIndex(({ role }) => role !== 'user') + 1;
  return {
    system: messages
      .filter(isSystem)
      .map(({ content }) => textIn(content))
      .join('\n\n'),
    history: talk.slice(0, end).map(({ role, content }) => ({ role: role as Said['role'], text: textIn(content) })),
    news: talk.slice(end).flatMap(({ content }) => content),
  };
}

/** What was said, in words that are equal for equal content. */
export function textIn(content: readonly ContentBlock[]): string {
  return content
    .map((block) => (block.type === 'text' && 'text' in block ? block.text : JSON.stringify(block)))
    .join('\n');
}
