/** Runs a prompt of an MCP server that the user calls as a command. */
import { text, type ToolCallContent, type Turn } from '@acp-stack/sdk';

import type { ModelMessage } from '../model/message.ts';
import { reasonOf } from '../model/run-tool.ts';
import { promptContent, readArguments, type McpPrompt } from './mcp-prompts.ts';

/** The messages for a model; none if the reason was already shown to the user. */
export interface PromptTurn {
  readonly messages: readonly ModelMessage[];
}

/** The name under which such a call is stored: a loaded session gives the model the content of the prompt. */
const callName = 'mcp_prompt';

/** Gets the prompt that the turn calls; undefined if it calls none. */
export async function promptTurn(prompts: readonly McpPrompt[], turn: Turn): Promise<PromptTurn | undefined> {
  const { command } = turn;
  const prompt = prompts.find(({ name }) => name === command?.name);
  if (command === undefined || prompt === undefined) return undefined;
  const read = readArguments(prompt, command.input);
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
    const { blocks, messages } = promptContent(await prompt.get(read.values, turn));
    await call.complete({ content: blocks.map((content): ToolCallContent => ({ type: 'content', content })) });
    if (messages.length === 0)
      await turn.message.append(`The prompt ${prompt.name} is empty, so there is nothing to ask the model.\n`);
    return { messages };
  } catch (error) {
    if (turn.signal.aborted) throw error;
    const reason = reasonOf(error);
    await call.fail({ content: [{ type: 'content', content: text(reason) }] });
    await turn.message.append(`The prompt ${prompt.name} could not be loaded: ${reason}\n`);
    return { messages: [] };
  }
}
