/** The result of an MCP tool, for the client and for the model. */
import type { ContentBlock, ToolCallContent } from '@acp-stack/sdk';
import type { CallToolResult } from '@modelcontextprotocol/client';

import { promptParts } from '../model/history.ts';
import { textPart } from '../model/message.ts';
import type { ToolResult } from '../model/tool.ts';
import { boundedContent, isWithinBounds } from './bounded-content.ts';

/** Converts the result of a call. Content blocks have the same shape in both protocols (CONT-02). */
export function toolResult({ content, structuredContent, isError = false }: CallToolResult): ToolResult {
  const blocks = content as readonly unknown[] as readonly ContentBlock[];
  const hasText = blocks.some(({ type }) => type === 'text');
  // Without text, the structured content is shown as text.
  const structured: readonly ContentBlock[] =
    structuredContent === undefined || hasText
      ? []
      : [{ type: 'text', text: JSON.stringify(structuredContent, undefined, 2) }];
  const all = boundedContent([...blocks, ...structured]);
  const parts = promptParts(all);
  return {
    content: all.map((block): ToolCallContent => ({ type: 'content', content: block })),
    ...(structuredContent === undefined || !isWithinBounds(structuredContent) ? {} : { rawOutput: structuredContent }),
    forModel: parts.length === 0 ? [textPart('Done; there was no output.')] : parts,
    isError,
  };
}
