/** Carries out a prompt of an MCP server that the user calls by its command. */
import { text, type ContentBlock, type ToolCallContent, type Turn } from '@acp-stack/sdk';

import type { ModelMessage } from '../model/message.ts';
import { promptMessages, readArguments, type McpPrompt } from './mcp-prompts.ts';

/** What came of it: something for a model to go on with, or nothing, because it was said to the user why. */
export interface PromptTurn {
  readonly messages: readonly ModelMessage[];
}

/** The name under which such a call is kept: a session that is loaded again tells the model what the prompt said. */
const callName = 'mcp_prompt';

/** Gets the prompt that the turn calls; undefined when it calls none. */
export async function promptTurn(prompts: readonly McpPrompt[], turn: Turn): Promise<PromptTurn | undefined> {
  const called = turn.command;
  const prompt = prompts.find(({ name }) => name === called?.name);
  if (called === undefined || prompt === undefined) return undefined;
  const read = readArguments(prompt, called.input);
  if ('problem' in read) {
    await turn.message.append(`${read.problem}\n`);
    return { messages: [] };
  }
  const call = turn.toolCall({
    title: `Get the prompt ${prompt.name}`,
    name: callName,
    kind: 'fetch',
    status: 'in_progress',
    rawInput: read.values,
  });
  try {
    const result = await prompt.get(read.values, turn.signal);
    const blocks = result.messages.map(({ content }) => content as unknown as ContentBlock);
    await call.complete({ content: blocks.map((content): ToolCallContent => ({ type: 'content', content })) });
    return { messages: promptMessages(result) };
  } catch (error) {
    if (turn.signal.aborted) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    await call.fail({ content: [{ type: 'content', content: text(reason) }] });
    await turn.message.append(`The prompt ${prompt.name} could not be had: ${reason}\n`);
    return { messages: [] };
  }
}
