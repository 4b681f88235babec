/** The mock of a model that the AI SDK ships, with a script: what it streams at each call. */
import type { LanguageModelV3FinishReason, LanguageModelV3StreamPart } from '@ai-sdk/provider';
import { MockLanguageModelV3, simulateReadableStream } from 'ai/test';

/** The parts of one call, without its beginning and its end. */
export type Step = readonly LanguageModelV3StreamPart[];

type Scripted = Step | Error | 'endless' | { readonly unified: LanguageModelV3FinishReason['unified'] };

/** A model that says `words`. */
export const says = (words: string): Step => [
  { type: 'text-start', id: 't' },
  { type: 'text-delta', id: 't', delta: words },
  { type: 'text-end', id: 't' },
];

/** A model that calls a tool; the id is the same each time, as it is with some services. */
export const calls = (toolName: string, input: object): Step => [
  { type: 'tool-input-start', id: `call-${toolName}`, toolName },
  { type: 'tool-call', toolCallId: `call-${toolName}`, toolName, input: JSON.stringify(input) },
];

/** A model that streams one entry of `script` for each call. */
export function scriptedModel(script: readonly Scripted[]): MockLanguageModelV3 {
  let next = 0;
  return new MockLanguageModelV3({
    doStream: async ({ abortSignal }) => {
      const step = script[next];
      next += 1;
      if (step === undefined) throw new Error('The script of the model has ended.');
      if (step instanceof Error) throw step;
      return { stream: step === 'endless' ? endless(abortSignal) : stepStream(step) };
    },
  });
}

function stepStream(
  step: Step | { readonly unified: LanguageModelV3FinishReason['unified'] },
): ReadableStream<LanguageModelV3StreamPart> {
  const parts = 'unified' in step ? [] : step;
  const unified =
    'unified' in step ? step.unified : parts.some(({ type }) => type === 'tool-call') ? 'tool-calls' : 'stop';
  return simulateReadableStream<LanguageModelV3StreamPart>({
    initialDelayInMs: null,
    chunkDelayInMs: null,
    chunks: [
      { type: 'stream-start', warnings: [] },
      ...parts,
      {
        type: 'finish',
        finishReason: { unified, raw: undefined },
        usage: {
          inputTokens: { total: 3, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
          outputTokens: { total: 5, text: undefined, reasoning: undefined },
        },
      },
    ],
  });
}

/** Text that never ends by itself. */
function endless(signal: AbortSignal | undefined): ReadableStream<LanguageModelV3StreamPart> {
  return new ReadableStream({
    start: (controller) => {
      controller.enqueue({ type: 'text-start', id: 't' });
      controller.enqueue({ type: 'text-delta', id: 't', delta: 'Once upon a time' });
      signal?.addEventListener('abort', () => {
        controller.error(signal.reason);
      });
    },
  });
}
