/** How a turn of an agent ended, in the words of the AI SDK. */
import type { JSONObject, LanguageModelV3FinishReason, LanguageModelV3Usage } from '@ai-sdk/provider';
import type { PromptOutcome, Usage } from '@acp-stack/sdk';

const reasons = new Map<string | undefined, LanguageModelV3FinishReason['unified']>([
  ['end_turn', 'stop'],
  ['max_tokens', 'length'],
  ['max_turn_requests', 'length'],
  ['refusal', 'content-filter'],
  ['error', 'error'],
  // An agent of version 2 need not give a reason.
  [undefined, 'stop'],
]);

/** The finish reason; `other` for those that the AI SDK does not have, such as `cancelled`. */
export function finishReasonOf({ kind, stopReason }: PromptOutcome): LanguageModelV3FinishReason {
  if (kind === 'unknown') return { unified: 'other', raw: 'unknown' };
  return { unified: reasons.get(stopReason) ?? 'other', raw: stopReason };
}

/** The usage; what the agent does not report is undefined. */
export function usageOf(usage: Usage | undefined): LanguageModelV3Usage {
  if (usage === undefined) {
    return {
      inputTokens: { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
      outputTokens: { total: undefined, text: undefined, reasoning: undefined },
    };
  }
  const { inputTokens, outputTokens, thoughtTokens, cachedReadTokens, cachedWriteTokens } = usage;
  return {
    inputTokens: {
      total: inputTokens,
      // Agents differ in whether the cached tokens are among the input tokens.
      noCache: undefined,
      cacheRead: cachedReadTokens ?? undefined,
      cacheWrite: cachedWriteTokens ?? undefined,
    },
    outputTokens: { total: outputTokens, text: undefined, reasoning: thoughtTokens ?? undefined },
    raw: usage as unknown as JSONObject,
  };
}
