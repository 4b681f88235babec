/**
 * A tool of the agent, for the model and for slash commands.
 *
 * A tool describes a call before it runs and asks for permission itself. Its result has two readers: the client shows
 * `content`, the model gets `forModel`, or the text of `content` if that is absent. If it throws, the call fails, and
 * the model gets the message.
 */
import type { ToolCall, ToolCallContent, Turn } from '@acp-stack/sdk';
import type { ToolCallLocation, ToolKind } from '@acp-stack/schema/v2/unstable';

import type { FilePart, TextPart } from './message.ts';
import type { ToolDescription } from './model.ts';

/** What a call is going to do, for the user. */
export interface ToolIntent {
  readonly title: string;
  readonly locations?: readonly ToolCallLocation[];
  /** The kind of this call, if it differs from that of the tool. */
  readonly kind?: ToolKind;
}

/** What a tool can use while it runs. */
export interface ToolContext {
  /** The call as the client sees it. */
  readonly call: ToolCall;
  readonly turn: Turn;
  /** Aborts when the turn is cancelled, and when the user cancels only this call. */
  readonly signal: AbortSignal;
}

export interface ToolResult {
  /** What the client shows; when absent, earlier content stays. */
  readonly content?: readonly ToolCallContent[];
  readonly rawOutput?: unknown;
  /** What the model gets. */
  readonly forModel?: string | readonly (TextPart | FilePart)[];
  /** The tool failed. */
  readonly isError?: boolean;
}

export interface Tool extends ToolDescription {
  readonly kind: ToolKind;
  /** Whether calls may run in parallel; by default only calls of read-only tools do. */
  readonly runsInParallel?: boolean;
  /** Whether `run` asks for permission first, and calls `call.start()` itself when the work starts. */
  readonly asksFirst?: boolean;
  /** Describes a call. The input was checked against the schema. */
  describe(input: ToolInput): ToolIntent;
  run(input: ToolInput, context: ToolContext): Promise<ToolResult>;
}

/** The arguments of a call. */
export type ToolInput = Readonly<Record<string, unknown>>;

const looking = new Set<ToolKind>(['read', 'search', 'fetch', 'think']);

export const runsInParallel = (tool: Tool): boolean => tool.runsInParallel ?? looking.has(tool.kind);
