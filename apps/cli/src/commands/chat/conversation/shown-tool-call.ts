/** What the conversation says of a tool call already, for questions that only name it. */
import { findEntry } from '@acp-stack/transcript';
import type { KnownToolCall } from '@acp-stack/workspace/client';

import type { Conversation } from './conversation.ts';

/** Its changes are left out: they are shown with the call, and so what it is given need not be shown for them. */
export function shownToolCall(
  conversation: Conversation | undefined,
  sessionId: string,
  toolCallId: string,
): KnownToolCall | undefined {
  if (conversation?.session?.id !== sessionId) return undefined;
  const entry = findEntry(conversation.store.snapshot(), 'tool_call', toolCallId);
  if (entry === undefined) return undefined;
  const { kind, name, locations, rawInput } = entry;
  const hasDiff = [...entry.content].some(({ type }) => type === 'diff');
  return {
    kind,
    locations: [...locations],
    ...(name === undefined ? {} : { name }),
    ...(hasDiff || rawInput === undefined ? {} : { rawInput }),
  };
}
