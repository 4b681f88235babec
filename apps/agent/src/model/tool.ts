/**
 * A tool of the agent: what the model, or a command of the user, can have done.
 *
 * A tool says what it is about to do before it does it, asks the user itself where it has to, and answers for two readers: the client sees
 * `content`, the model reads `forModel`, or the text of `content` where that is absent. What it throws becomes a failed call, and the
 * message is what the model reads.
 */
import type { ToolCall, ToolCallContent, Turn } from '@acp-stack/sdk';
import type { ToolCallLocation, ToolKind } from '@acp-stack/schema/v2/unstable';

import type { FilePart, TextPart } from './message.ts';
import type { ToolDescription } from './model.ts';

/** What a call is going to do, for the user to read. */
export interface ToolIntent {
  readonly title: string;
  readonly locations?: readonly ToolCallLocation[];
  /** The kind of this call, where it differs from that of the tool. */
  readonly kind?: ToolKind;
}

/** What a tool can use while it runs. */
export interface ToolContext {
  /** The call as the client sees it. */
  readonly call: ToolCall;
  readonly turn: Turn;
  /** Aborts when the turn is cancelled, and when the user cancels this call alone. */
  readonly signal: AbortSignal;
}

export interface ToolResult {
  /** What the client shows; what was shown before stays when absent. */
  readonly content?: readonly ToolCallContent[];
  readonly rawOutput?: unknown;
  /** What the model reads. */
  readonly forModel?: string | readonly (TextPart | FilePart)[];
  /** The tool did not do what it was asked to. */
  readonly isError?: boolean;
}

export interface Tool extends ToolDescription {
  readonly kind: ToolKind;
  /** Whether calls may run beside others; tools that only look may by default, those that change something run one after the other. */
  readonly runsInParallel?: boolean;
  /** Whether `run` asks the user first, and says itself with `call.start()` when the work begins. */
  readonly asksFirst?: boolean;
  /** Says what a call is about. The input was checked against the schema. */
  describe(input: ToolInput): ToolIntent;
  run(input: ToolInput, context: ToolContext): Promise<ToolResult>;
}

/** The arguments of a call. */
export type ToolInput = Readonly<Record<string, unknown>>;

const looking = new Set<ToolKind>(['read', 'search', 'fetch', 'think']);

export const runsInParallel = (tool: Tool): boolean => tool.runsInParallel ?? looking.has(tool.kind);
