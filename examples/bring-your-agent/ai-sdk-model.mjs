/** A model of the AI SDK that follows three rules. */
import { MockLanguageModelV3, simulateReadableStream } from 'ai/test';

import { answerTo, pieces } from './rules.mjs';

const tokens = (total) => ({ total, noCache: undefined, cacheRead: undefined, cacheWrite: undefined });

export const model = new MockLanguageModelV3({
  doStream: async ({ prompt }) => {
    const users = prompt.filter(({ role }) => role === 'user');
    const [output] = prompt.at(-1).role === 'tool' ? prompt.at(-1).content : [];
    const { text, call } = answerTo({
      lastUser: users
        .at(-1)
        .content.map((part) => part.text ?? '')
        .join(''),
      userMessages: users.length,
      toolOutput: output === undefined ? undefined : (output.output.value ?? output.output.reason),
    });
    const said =
      text === undefined
        ? [
            {
              type: 'tool-call',
              toolCallId: crypto.randomUUID(),
              toolName: call.name,
              input: JSON.stringify(call.input),
            },
          ]
        : [
            { type: 'text-start', id: 'text' },
            ...pieces(text).map((delta) => ({ type: 'text-delta', id: 'text', delta })),
            { type: 'text-end', id: 'text' },
          ];
    const finishReason = { unified: text === undefined ? 'tool-calls' : 'stop', raw: undefined };
    const usage = { inputTokens: tokens(10), outputTokens: { total: 5, text: 5, reasoning: 0 } };
    return {
      stream: simulateReadableStream({
        chunks: [{ type: 'stream-start', warnings: [] }, ...said, { type: 'finish', finishReason, usage }],
      }),
    };
  },
});
