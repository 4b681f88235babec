/** Runs one tool call from its report to its end; the same for the model and for slash commands. */
import type { ToolCall, ToolCallContent, Turn } from '@acp-stack/sdk';
import { describeError, isAbortError, systemClock, type Clock } from '@acp-stack/rpc';

import { joinTurnSignals } from '../signals/join-turn-signals.ts';
import { textPart, type FilePart, type TextPart } from './message.ts';
import type { Tool, ToolInput, ToolIntent, ToolResult } from './tool.ts';

export interface ToolRunInit {
  readonly tool: Tool;
  readonly input: ToolInput;
  readonly turn: Turn;
  /** The call, if it was reported before; `cancelled` aborts when the user cancels only this call. */
  readonly reported?: ReportedCall;
  readonly clock?: Clock;
}

/** Grace period of a cancelled tool in milliseconds; afterwards the agent does not wait for it any more. */
const endingGrace = 5000;
/** Largest length of an error message in characters. */
const longestReason = 10_000;

export interface ReportedCall {
  readonly call: ToolCall;
  readonly cancelled: AbortSignal;
}

/** The outcome of a call for the model. */
export interface ToolOutcome {
  readonly content: readonly (TextPart | FilePart)[];
  readonly isError: boolean;
}

/** Reports a call that the user can cancel by itself. */
export function reportCall(
  turn: Turn,
  init: Pick<Tool, 'name' | 'kind'> & { readonly title: string; readonly rawInput?: unknown },
): ReportedCall {
  const controller = new AbortController();
  const { name, kind, title, rawInput } = init;
  const call = turn.toolCall({
    title,
    name,
    kind,
    ...(rawInput === undefined ? {} : { rawInput }),
    onCancel: () => {
      controller.abort(new DOMException('The user cancelled this call.', 'AbortError'));
    },
  });
  return { call, cancelled: controller.signal };
}

/** Runs a tool; never rejects: errors are shown to the user and given to the model. */
export async function runTool(init: ToolRunInit): Promise<ToolOutcome> {
  const { tool, input, turn } = init;
  const intent = intentOf(tool, input);
  const { call, cancelled } = init.reported ?? reportCall(turn, { ...tool, title: intent.title });
  const { title, locations, kind = tool.kind } = intent;
  await call.update({
    title,
    kind,
    rawInput: input,
    ...(locations === undefined ? {} : { locations }),
    ...(tool.asksFirst === true ? {} : { status: 'in_progress' as const }),
  });
  const { signal, release } = joinTurnSignals(turn.signal, cancelled);
  try {
    signal.throwIfAborted();
    const { clock = systemClock } = init;
    const result = await Promise.race([tool.run(input, { call, turn, signal }), rejectAfterGrace(signal, clock)]);
    return await end(call, result);
  } catch (error) {
    if (signal.aborted || isAbortError(error)) return cancel(call, turn.signal.aborted);
    return failCall(call, reasonOf(error));
  } finally {
    release();
  }
}

/** Rejects when the grace period of a cancelled call is over. */
function rejectAfterGrace(signal: AbortSignal, clock: Clock): Promise<never> {
  return new Promise((_, reject) => {
    const startGrace = (): void => {
      clock.schedule(endingGrace, () => {
        reject(signal.reason as Error);
      });
    };
    signal.addEventListener('abort', startGrace, { once: true });
  });
}

/** The message of an error, limited in length. */
export function reasonOf(error: unknown): string {
  const words = describeError(error);
  return words.length <= longestReason ? words : `${words.slice(0, longestReason).replace(/\p{Surrogate}$/u, '')}…`;
}

/** Marks a call that could not start, or failed, as failed. */
export async function failCall(call: ToolCall, message: string): Promise<ToolOutcome> {
  if (!call.isFinal) {
    // What the call has shown so far stays: the change that was refused, or what a program printed.
    await call.append(message);
    await call.fail();
  }
  return { content: [textPart(message)], isError: true };
}

/** The outcome of a call that never ran, for the model. */
export const cancelledOutcome: ToolOutcome = { content: [textPart('The user cancelled this call.')], isError: true };

async function cancel(call: ToolCall, isWholeTurn: boolean): Promise<ToolOutcome> {
  if (!call.isFinal) await call.cancel();
  return isWholeTurn ? { content: [textPart('The user cancelled the turn.')], isError: true } : cancelledOutcome;
}

async function end(call: ToolCall, result: ToolResult): Promise<ToolOutcome> {
  const { content, rawOutput, isError = false } = result;
  // A tool may have ended its call itself, for instance after a refused permission.
  if (!call.isFinal) {
    const patch = { ...(content === undefined ? {} : { content }), ...(rawOutput === undefined ? {} : { rawOutput }) };
    await (isError ? call.fail(patch) : call.complete(patch));
  }
  return { content: forModel(result), isError };
}

/** How the call is shown; only the name of the tool if the tool cannot describe the call. */
function intentOf(tool: Tool, input: ToolInput): ToolIntent {
  try {
    return tool.describe(input);
  } catch {
    return { title: tool.name };
  }
}

function forModel({ forModel: given, content = [], rawOutput }: ToolResult): ToolOutcome['content'] {
  if (typeof given === 'string') return [textPart(given)];
  if (given !== undefined) return given;
  const parts = partsOf(content);
  if (parts.length > 0) return parts;
  return [textPart(rawOutput === undefined ? 'Done.' : asText(rawOutput))];
}

/** The content of a call in the form that the model needs. */
export function partsOf(content: readonly ToolCallContent[]): readonly (TextPart | FilePart)[] {
  return content.flatMap((each): readonly (TextPart | FilePart)[] => {
    if (each.type === 'diff') {
      const { patch } = each as { readonly patch?: { readonly text?: string } | null };
      return typeof patch?.text === 'string' ? [textPart(patch.text)] : [];
    }
    if (each.type !== 'content') return [];
    const block = Object(each['content']) as { type?: string; text?: string; data?: string; mimeType?: string };
    if (block.type === 'text' && typeof block.text === 'string') return [textPart(block.text)];
    if (block.type === 'image' && typeof block.data === 'string')
      return [{ type: 'file', mediaType: block.mimeType ?? 'image/png', data: block.data }];
    return [textPart(asText(block))];
  });
}

/** A string as it is, any other value as JSON. */
export const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
