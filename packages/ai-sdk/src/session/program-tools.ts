/**
 * The tools that a program passes to `streamText`, as an MCP server for the agent.
 *
 * The AI SDK runs them, not this package: a call of the agent becomes a tool call of the stream, and its result comes
 * with the next step.
 */
import type { LanguageModelV3FunctionTool } from '@ai-sdk/provider';
import { tool, type JsonObjectSchema, type Tool, type Tools } from '@acp-stack/mcp';
import { randomUUID } from 'node:crypto';

import type { RunningTurn } from './turn.ts';

/** Finds the turn that works now in the session to which the tools were given. */
export type FindTurn = () => RunningTurn | undefined;

/** The tools for `mcp.tools()`; their calls go to the turn that `findTurn` returns. */
export function programTools(tools: readonly LanguageModelV3FunctionTool[], findTurn: FindTurn): Tools {
  return Object.fromEntries(tools.map((each) => [each.name, programTool(each, findTurn)]));
}

function programTool({ name, description, inputSchema }: LanguageModelV3FunctionTool, findTurn: FindTurn): Tool {
  const schema = { ...inputSchema, type: 'object' } as JsonObjectSchema;
  return tool(
    schema,
    (input: unknown, { signal }) => {
      const turn = findTurn();
      if (turn === undefined) throw new Error(`${name} can be called only while a prompt is worked on.`);
      return turn.call({ toolCallId: `tool_${randomUUID()}`, toolName: name, input }, signal);
    },
    description === undefined ? {} : { description },
  );
}
