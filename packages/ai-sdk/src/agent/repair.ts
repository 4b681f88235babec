/** A conversation in which every call of a tool has a result: model services refuse others. */
import type { ModelMessage } from 'ai';

/** `messages` with a result for each call that has none. */
export function withEveryResult(messages: readonly ModelMessage[]): readonly ModelMessage[] {
  const ended = new Set(
    messages.flatMap(({ content }) =>
      typeof content === 'string'
        ? []
        : content.flatMap((part) => (part.type === 'tool-result' ? part.toolCallId : [])),
    ),
  );
  return messages.flatMap((message): readonly ModelMessage[] => {
    if (message.role !== 'assistant' || typeof message.content === 'string') return [message];
    const missing = message.content.filter(
      (part) => part.type === 'tool-call' && part.providerExecuted !== true && !ended.has(part.toolCallId),
    );
    if (missing.length === 0) return [message];
    const content = missing.flatMap((part) =>
      part.type === 'tool-call'
        ? [
            {
              type: 'tool-result' as const,
              toolCallId: part.toolCallId,
              toolName: part.toolName,
              output: { type: 'error-text' as const, value: 'This call was interrupted.' },
            },
          ]
        : [],
    );
    return [message, { role: 'tool', content }];
  });
}
