/** The tool call of the conversation, or of a subagent, for permission requests that only contain an id. */
import { findEntry } from '@acp-stack/transcript';
import type { KnownToolCall } from '@acp-stack/workspace/client';

import type { Conversation } from './conversation.ts';

export function shownToolCall(
  conversation: Conversation | undefined,
  sessionId: string,
  toolCallId: string,
): KnownToolCall | undefined {
  const isOwn = conversation?.session?.id === sessionId;
  const transcript = isOwn ? conversation.store.snapshot() : conversation?.subagents.transcript(sessionId);
  const entry = transcript === undefined ? undefined : findEntry(transcript, 'tool_call', toolCallId);
  if (entry === undefined) return undefined;
  const { title, kind, name, locations, content, rawInput } = entry;
  return {
    kind,
    locations: [...locations],
    content: content.toArray(),
    ...(title === undefined ? {} : { title }),
    ...(name === undefined ? {} : { name }),
    ...(rawInput === undefined ? {} : { rawInput }),
  };
}
