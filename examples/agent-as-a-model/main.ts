/** An ACP agent as a model of the AI SDK: it streams, asks the program before it acts, and uses a tool of the program. */
import assert from 'node:assert/strict';

import { acp } from '@acp-stack/ai-sdk';
import { stepCountIs, streamText, tool, type ModelMessage } from 'ai';
import { z } from 'zod';

import { gardener } from './gardener.ts';

export async function main(): Promise<void> {
  const asked: string[] = [];

  // #region model
  // A command, such as acp(['gemini', '--acp']), or an agent in this process.
  await using model = acp(gardener, {
    cwd: process.cwd(),
    onPermission: ({ title, options }) => {
      asked.push(title);
      return options.find(({ kind }) => kind === 'allow_once')?.optionId ?? 'cancelled';
    },
  });
  const messages: ModelMessage[] = [{ role: 'user', content: 'Water the roses' }];
  const result = streamText({
    model,
    messages,
    tools: {
      weather: tool({
        description: 'The weather of a day.',
        inputSchema: z.object({ day: z.string() }),
        execute: ({ day }) => `It is dry ${day}.`,
      }),
    },
    stopWhen: stepCountIs(9),
  });
  for await (const part of result.fullStream) {
    if (part.type === 'text-delta') process.stdout.write(part.text);
    if (part.type === 'tool-call') process.stdout.write(`[${part.toolName}]\n`); // its own, and weather
  }
  messages.push(...(await result.response).messages); // the next call continues the session of the agent
  // #endregion model

  assert.deepEqual(asked, ['Water 12 roses?']);
  assert.equal(await result.text, 'It is dry today. 12 roses watered.\n');
  const steps = await result.steps;
  assert.deepEqual(
    steps.flatMap(({ toolCalls }) => toolCalls.map(({ toolName, providerExecuted }) => [toolName, providerExecuted])),
    [
      ['weather', undefined],
      ['water', true],
    ],
  );
}
