/** A thread of AG-UI: a session of the agent, and the turn that it works on. */
import type { RunAgentInput } from '@ag-ui/core';
import { historyBlocks, text, type ClientSession, type ContentBlock } from '@acp-stack/sdk';

import { contentBlocks, contextText, historyOf, newMessages, systemOf } from '../input/prompt-content.ts';
import { Refusal } from '../input/refusal.ts';
import type { Turn } from '../turn/turn.ts';

/** An open session, and what it knows. */
export interface Thread {
  readonly principal: string;
  readonly threadId: string;
  readonly session: ClientSession;
  /** The messages of the user that the agent has been sent; undefined before the first. */
  seen: Set<string> | undefined;
  /** The instructions that the agent was given. */
  system: string;
  /** The turn that works or waits for an answer. */
  turn: Turn | undefined;
  /** Whether a run reads the turn. */
  isRunning: boolean;
}

/** What the agent is prompted with: the news of `input`, and before them what it does not know yet. */
export function promptOf(thread: Thread, { messages, context }: RunAgentInput): readonly ContentBlock[] {
  const news = newMessages(messages, thread.seen);
  if (news.length === 0)
    throw new Refusal(400, 'There is nothing new for the agent: the last message has to be one of the user.');
  const system = systemOf(messages);
  const isNew = thread.seen === undefined;
  const isTold = isNew ? thread.session.supports('systemPrompt') : thread.system === system;
  const about = contextText(context);
  const content = [
    ...(isTold || system === '' ? [] : [text(system)]),
    ...(isNew ? historyBlocks(historyOf(messages, news)) : []),
    ...(about === '' ? [] : [text(about)]),
    ...news.flatMap((message) => contentBlocks(message)),
  ];
  thread.system = system;
  thread.seen = new Set([...(thread.seen ?? []), ...messages.map(({ id }) => id)]);
  return content;
}
