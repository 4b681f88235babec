/** What a tool call of an agent has come to, as the AI SDK stores it. */
import type { JSONValue } from '@ai-sdk/provider';
import type { ToolCallContent } from '@acp-stack/sdk';
import { toolCallText, type ToolCallEntry, type Transcript } from '@acp-stack/transcript';

/** The output of a tool call of an agent: `output` of a `tool-result` with the tools of the agent. */
export interface AcpToolResult {
  /** What the call did, for the user; absent if the agent gave it no title. */
  readonly title?: string;
  /** The kind of work, such as `read` or `edit`. */
  readonly kind: string;
  /** `completed`, `failed`, `cancelled`, or what it was when the turn ended. */
  readonly status: string;
  /** All text of the result: of its content, of its terminals, or of the raw output. */
  readonly text: string;
  /** The content as the agent reports it, with its diffs. */
  readonly content: readonly ToolCallContent[];
  /** The files that it worked on, by absolute paths. */
  readonly paths: readonly string[];
  /** The output of the tool, as the agent reports it. */
  readonly rawOutput?: unknown;
}

/** The result of a tool call, with what its terminals have printed. */
export function toolResult(transcript: Transcript, entry: ToolCallEntry): NonNullable<JSONValue> {
  const { title, kind, status, content, locations, rawOutput } = entry;
  const result: AcpToolResult = {
    ...(typeof title === 'string' ? { title } : {}),
    kind,
    status,
    text: toolCallText(transcript, entry),
    content: content.toArray(),
    paths: locations.map(({ path }) => path),
    ...(rawOutput === undefined ? {} : { rawOutput }),
  };
  return result as unknown as NonNullable<JSONValue>;
}
