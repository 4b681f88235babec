/** The tool call of the conversation, for permission requests that only contain an id. */
import { findEntry } from '@acp-stack/transcript';
import type { KnownToolCall } from '@acp-stack/workspace/client';

import type { Conversation } from './conversation.ts';

/** Diffs are omitted, because they are shown with the call, and so is the raw input of a call with diffs. */
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
