/** An answer in the form of a chat completion, whole or in chunks. */
import type { Usage } from '@acp-stack/sdk';

import { agentError } from '../errors/openai-error.ts';
import type { AnswerEnd, AnswerPiece } from './answer.ts';

/** What every part of an answer says about it. */
export interface AnswerHead {
  readonly id: string;
  readonly model: string;
  /** Seconds since 1970. */
  readonly created: number;
}

type Answer = AsyncGenerator<AnswerPiece, AnswerEnd, undefined>;

/** The whole answer. */
export async function wholeCompletion(head: AnswerHead, answer: Answer): Promise<object> {
  const texts = { text: '', thought: '' };
  for (;;) {
    const { done, value } = await answer.next();
    if (done !== true) {
      texts[value.kind] += value.text;
      continue;
    }
    const message = {
      role: 'assistant',
      content: texts.text,
      refusal: null,
      ...(texts.thought === '' ? {} : { reasoning_content: texts.thought }),
    };
    return {
      ...head,
      object: 'chat.completion',
      choices: [{ index: 0, message, logprobs: null, finish_reason: value.reason }],
      ...(value.usage === undefined ? {} : { usage: usageOf(value.usage) }),
    };
  }
}

/** The answer in chunks; an error ends it, because its status is sent already. */
export async function* completionChunks(
  head: AnswerHead,
  answer: Answer,
  includesUsage: boolean,
): AsyncGenerator<string, void, undefined> {
  const chunk = (choices: readonly object[], more: object = {}): string =>
    data({ ...head, object: 'chat.completion.chunk', choices, ...(includesUsage ? { usage: null } : {}), ...more });
  yield chunk(choice({ role: 'assistant', content: '' }));
  try {
    for (;;) {
      const { done, value } = await answer.next();
      if (done === true) {
        yield chunk(choice({}, value.reason));
        if (includesUsage && value.usage !== undefined) yield chunk([], { usage: usageOf(value.usage) });
        break;
      }
      yield chunk(choice(value.kind === 'text' ? { content: value.text } : { reasoning_content: value.text }));
    }
  } catch (error) {
    yield data(agentError(error).toObject());
    return;
  }
  yield 'data: [DONE]\n\n';
}

const choice = (delta: object, reason: string | null = null): readonly object[] => [
  { index: 0, delta, logprobs: null, finish_reason: reason },
];

const data = (value: object): string => `data: ${JSON.stringify(value)}\n\n`;

function usageOf({ inputTokens, outputTokens, totalTokens, cachedReadTokens, thoughtTokens }: Usage): object {
  return {
    prompt_tokens: inputTokens,
    completion_tokens: outputTokens,
    total_tokens: totalTokens,
    prompt_tokens_details: { cached_tokens: cachedReadTokens ?? 0 },
    completion_tokens_details: { reasoning_tokens: thoughtTokens ?? 0 },
  };
}
