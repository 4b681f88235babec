/**
 * Compacts a conversation that is about to become too long: the model summarizes it and continues from the summary.
 *
 * The summary replaces everything except the last message of the user. A stored session is restored by the same rule.
 */
import { describeError } from '@acp-stack/rpc';
import type { Turn } from '@acp-stack/sdk';

import { askModel, type AskModelInit } from './ask-model.ts';
import { textOf, userText, type Conversation, type ModelMessage } from './message.ts';
import type { ModelEnd } from './model.ts';

/** The share of the context window at which the conversation is compacted. */
const fullness = 0.85;
/** Characters per token, roughly; only used if no service has counted. */
const charactersPerToken = 4;

const instructions = `You sum up a conversation between a user and a coding agent, so that the agent can go on with the summary alone.
Keep: what the user wants, in their words where it matters; decisions and why; files that were read or changed, with paths and what matters \
in them; commands and what came of them; errors and how they were solved; what is done and what is still open.
Leave out pleasantries and what was superseded. Answer with the summary only.`;

const preface = 'This conversation was too long, so its earlier part was summarized:';

/** Whether the conversation has to be compacted before the next request. */
export function isNearlyFull(conversation: Conversation, contextWindow: number | undefined): boolean {
  if (contextWindow === undefined) return false;
  const used = Math.max(conversation.usedTokens ?? 0, estimateTokens(conversation.messages));
  return used > contextWindow * fullness;
}

/** Estimates the tokens of messages. */
function estimateTokens(messages: readonly ModelMessage[]): number {
  let characters = 0;
  for (const { content } of messages) {
    for (const part of content) {
      if (part.type === 'text' || part.type === 'thought') characters += part.text.length;
      else if (part.type === 'tool-call') characters += JSON.stringify(part.input ?? null).length;
      else if (part.type === 'tool-result') characters += textOf(part.content).length;
    }
  }
  return Math.ceil(characters / charactersPerToken);
}

/** The messages after compaction. */
export function compacted(messages: readonly ModelMessage[], summary: string): readonly ModelMessage[] {
  const last = messages.findLast((message) => message.role === 'user');
  return [userText(`${preface}\n\n${summary}`), ...(last === undefined ? [] : [last])];
}

export interface CompactInit extends Pick<AskModelInit, 'model' | 'limits' | 'clock'> {
  readonly conversation: Conversation;
  readonly turn: Turn;
}

/**
 * Compacts the conversation. Resolves with what the request used, or with undefined if it failed and nothing changed.
 */
export async function compact({ conversation, turn, ...rest }: CompactInit): Promise<ModelEnd | undefined> {
  const compaction = turn.compaction();
  const { signal } = turn;
  let summary = '';
  try {
    const end = await askModel({
      ...rest,
      turn,
      request: { system: instructions, messages: [userText(transcript(conversation.messages))], tools: [], signal },
      onPart: (part) => {
        if (part.type !== 'text') return undefined;
        summary += part.text;
        return compaction.append(part.text);
      },
      onInterrupted: async () => {
        summary = '';
      },
    });
    if (summary.trim() === '') throw new Error('The model gave no summary.');
    await compaction.complete(summary);
    conversation.messages = compacted(conversation.messages, summary);
    // Nothing has counted the tokens of the new conversation yet.
    if (conversation.usedTokens !== undefined) conversation.usedTokens = estimateTokens(conversation.messages);
    return end;
  } catch (error) {
    if (signal.aborted) throw error;
    await compaction.fail(describeError(error));
    return undefined;
  }
}

/** Tool results are mostly long and rarely needed in full. */
const longestResult = 2000;

/** The conversation as plain text, so that the model summarizes it instead of continuing it. */
function transcript(messages: readonly ModelMessage[]): string {
  return messages
    .flatMap((message) => message.content.map((part) => line(message.role, part)))
    .filter((each) => each !== '')
    .join('\n\n');
}

function line(role: ModelMessage['role'], part: ModelMessage['content'][number]): string {
  if (part.type === 'text') return `${role === 'user' ? 'User' : 'Agent'}: ${part.text}`;
  if (part.type === 'file') return `User: (a file, ${part.mediaType})`;
  if (part.type === 'thought') return '';
  if (part.type === 'tool-call') return `Agent calls ${part.name}: ${JSON.stringify(part.input)}`;
  const text = textOf(part.content);
  const short = text.length > longestResult ? `${text.slice(0, longestResult)} …` : text;
  return `${part.name} ${part.isError ? 'failed' : 'answers'}: ${short}`;
}
