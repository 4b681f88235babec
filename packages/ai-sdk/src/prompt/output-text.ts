/** The output of a tool of the AI SDK, as text and as content of MCP. */
import type { LanguageModelV3ToolResultOutput } from '@ai-sdk/provider';

type ContentPart = Extract<LanguageModelV3ToolResultOutput, { readonly type: 'content' }>['value'][number];

/** The output as text. */
export function outputText(output: LanguageModelV3ToolResultOutput): string {
  if (output.type === 'execution-denied') return `The user did not allow this call. ${output.reason ?? ''}`.trim();
  if (output.type === 'text' || output.type === 'error-text') return output.value;
  if (output.type === 'content') return output.value.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
  return JSON.stringify(output.value);
}

/** Whether the call failed, or was not allowed. */
export function isFailure({ type }: LanguageModelV3ToolResultOutput): boolean {
  return type === 'execution-denied' || type === 'error-text' || type === 'error-json';
}

/** What an MCP tool returns for the output: text, or content blocks if it has images. */
export function mcpResult(output: LanguageModelV3ToolResultOutput): unknown {
  if (output.type !== 'content') return outputText(output);
  return output.value.map(mcpBlock);
}

function mcpBlock(part: ContentPart): unknown {
  if (part.type === 'text') return { type: 'text', text: part.text };
  if ((part.type === 'image-data' || part.type === 'file-data') && part.mediaType.startsWith('image/'))
    return { type: 'image', data: part.data, mimeType: part.mediaType };
  if (part.type === 'image-url' || part.type === 'file-url')
    return { type: 'resource_link', uri: part.url, name: part.url };
  return { type: 'text', text: JSON.stringify(part) };
}
