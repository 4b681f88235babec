/** A session of an agent, and the conversation that it remembers. */
import { historyBlocks, text, type ClientSession, type ContentBlock } from '@acp-stack/sdk';

import type { Asked } from '../request/asked.ts';

/** Whose conversation it is, and with which agent. */
export interface Scope {
  readonly principal: string;
  readonly model: string;
}

/** An open session. */
export interface Conversation extends Scope {
  readonly session: ClientSession;
  /** The name that the client gave the conversation. */
  readonly name: string | undefined;
  /** The instructions that the agent was given. */
  system: string;
  /** The digest of what was said, by which an unnamed conversation is found again. */
  digest: string | undefined;
  /** The id of the last answer. */
  lastAnswer: string | undefined;
  isBusy: boolean;
}

/** What the session of a conversation is prompted with: the news, and before them what it does not know yet. */
export function promptOf(conversation: Conversation, asked: Asked, isNew: boolean): readonly ContentBlock[] {
  const { system, history, news } = asked;
  const isTold = isNew ? conversation.session.supports('systemPrompt') : conversation.system === system;
  conversation.system = system;
  return [...(system === '' || isTold ? [] : [text(system)]), ...(isNew ? historyBlocks(history) : []), ...news];
}
