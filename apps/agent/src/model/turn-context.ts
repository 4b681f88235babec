/**
 * Context that belongs to one turn.
 *
 * It is added to each request of the turn and is not a part of the conversation, so it is never stored, summarized or
 * repeated (RCTX-03).
 */
import type { ModelMessage, TextPart } from './message.ts';

/** Context, and the message of the user that it belongs to. */
export interface TurnContext {
  readonly asked: ModelMessage;
  readonly parts: readonly TextPart[];
}

/** The messages of a request: the conversation, with the context before the message that it belongs to. */
export function withContext(
  messages: readonly ModelMessage[],
  context: TurnContext | undefined,
): readonly ModelMessage[] {
  if (context === undefined || context.parts.length === 0) return messages;
  const { asked, parts } = context;
  // After compaction only the newest message of the user is left.
  const place = messages.includes(asked)
    ? messages.indexOf(asked)
    : messages.findLastIndex(({ role }) => role === 'user');
  return messages.toSpliced(Math.max(0, place), 0, { role: 'user', content: parts });
}
