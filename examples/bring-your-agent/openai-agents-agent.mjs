/** An agent of the OpenAI Agents SDK with a tool that asks first, and a model that follows three rules. */
import { Agent, setTracingDisabled, tool, Usage } from '@openai/agents-core';
import { z } from 'zod';

import { answerTo, pieces } from './rules.mjs';

// Traces would be sent to OpenAI.
setTracingDisabled(true);

const textOf = (content) => (typeof content === 'string' ? content : content.map((part) => part.text ?? '').join(''));

const model = {
  async getResponse() {
    throw new Error('The example streams.');
  },
  async *getStreamedResponse({ input }) {
    const items = typeof input === 'string' ? [{ role: 'user', content: input }] : input;
    const users = items.filter(({ role }) => role === 'user');
    const last = items.at(-1);
    const { text, call } = answerTo({
      lastUser: textOf(users.at(-1).content),
      userMessages: users.length,
      toolOutput: last.type === 'function_call_result' ? (last.output.text ?? textOf(last.output)) : undefined,
    });
    const output =
      text === undefined
        ? {
            type: 'function_call',
            callId: crypto.randomUUID(),
            name: call.name,
            arguments: JSON.stringify(call.input),
            status: 'completed',
          }
        : {
            type: 'message',
            role: 'assistant',
            status: 'completed',
            id: crypto.randomUUID(),
            content: [{ type: 'output_text', text }],
          };
    yield { type: 'response_started' };
    for (const delta of text === undefined ? [] : pieces(text)) yield { type: 'output_text_delta', delta };
    const usage = new Usage({ inputTokens: 10, outputTokens: 5, totalTokens: 15 });
    yield { type: 'response_done', response: { id: crypto.randomUUID(), usage, output: [output] } };
  },
};

// #region tool
const cutRoses = tool({
  name: 'cutRoses',
  description: 'Cuts roses.',
  parameters: z.object({ count: z.number() }),
  needsApproval: true,
  execute: ({ count }) => `${count} roses cut`,
});
// #endregion tool

export const gardener = new Agent({ name: 'gardener', instructions: 'You are a gardener.', model, tools: [cutRoses] });
