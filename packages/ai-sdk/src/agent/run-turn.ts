/**
 * One turn: the model and its tools, as often as it takes.
 *
 * The AI SDK ends a call when a tool needs approval. The client is asked then, and its decisions begin the next call.
 */
import { RpcError, type Turn, type TurnStopReason, type Usage } from '@acp-stack/sdk';
import type { FinishReason, LanguageModelUsage, ModelMessage, ToolModelMessage } from 'ai';

import type { AiAgent } from './ai-agent.ts';
import type { Conversation } from './conversation-store.ts';
import { userMessage } from './prompt-message.ts';
import { StreamView, type Approval } from './stream-view.ts';
import type { ToolView, ViewedTool } from './tool-view.ts';

export interface TurnParts {
  readonly ai: AiAgent;
  readonly conversation: Conversation;
  readonly view: (call: ViewedTool) => ToolView | undefined;
}

/** Works on a turn. */
export async function runTurn(turn: Turn, { ai, conversation, view }: TurnParts): Promise<TurnStopReason> {
  conversation.repair();
  await conversation.add([userMessage(turn.prompt)]);
  const shown = new StreamView(turn, { tools: ai.tools, view });
  for (let usage: Usage | undefined; ;) {
    const reason = await callModel(turn, { ai, conversation, shown });
    if (turn.signal.aborted) return 'cancelled';
    usage = sum(usage, reason.usage);
    turn.usage(usage);
    const approvals = shown.takeApprovals();
    if (approvals.length === 0) return stopReasons[reason.finishReason] ?? 'end_turn';
    await conversation.add([await askAll(turn, approvals)]);
  }
}

interface Called {
  readonly finishReason: FinishReason;
  readonly usage: LanguageModelUsage;
}

/** A call that ends with `tool-calls` and no question has reached its limit of steps. */
const stopReasons: Partial<Record<FinishReason, TurnStopReason>> = {
  stop: 'end_turn',
  length: 'max_tokens',
  'content-filter': 'refusal',
  'tool-calls': 'max_turn_requests',
};

const noUsage: LanguageModelUsage = {
  inputTokens: undefined,
  outputTokens: undefined,
  totalTokens: undefined,
  inputTokenDetails: { noCacheTokens: undefined, cacheReadTokens: undefined, cacheWriteTokens: undefined },
  outputTokenDetails: { textTokens: undefined, reasoningTokens: undefined },
};

/**
 * Calls the model once, with all its steps; what each step adds to the conversation is stored as soon as it is over.
 */
async function callModel(
  turn: Turn,
  { ai, conversation, shown }: Pick<TurnParts, 'ai' | 'conversation'> & { readonly shown: StreamView },
): Promise<Called> {
  let known = 0;
  let called: Called = { finishReason: 'other', usage: noUsage };
  let failed: { readonly error: unknown } | undefined;
  const store = async ({
    response,
  }: {
    readonly response: { readonly messages: readonly ModelMessage[] };
  }): Promise<void> => {
    const added = response.messages.slice(known);
    known = response.messages.length;
    // The AI SDK ignores what this throws.
    await conversation.add(added).catch((error: unknown) => {
      failed ??= { error };
    });
  };
  shown.beginCall();
  try {
    const { fullStream } = await ai.stream({
      messages: [...conversation.messages],
      abortSignal: turn.signal,
      onStepFinish: store,
    });
    for await (const part of fullStream) {
      // It is read to its end, so that the step is stored once: as a whole, or as far as it came.
      if (part.type === 'error') failed ??= part;
      if (part.type === 'finish') called = { finishReason: part.finishReason, usage: part.totalUsage };
      await shown.show(part);
    }
    if (failed !== undefined) throw failed.error;
  } catch (error) {
    if (!turn.signal.aborted) throw failure(error);
  } finally {
    // What the user has read before a cancel or a failure, the model has said.
    const { unstoredText } = shown;
    if (unstoredText !== '') await conversation.add([{ role: 'assistant', content: unstoredText }]);
  }
  return called;
}

const failure = (error: unknown): RpcError =>
  error instanceof RpcError
    ? error
    : new RpcError(-32603, `The model failed: ${error instanceof Error ? error.message : String(error)}`, {
        cause: error,
      });

/** Asks the client about each call, one after the other. */
async function askAll(turn: Turn, approvals: readonly Approval[]): Promise<ToolModelMessage> {
  const content: ToolModelMessage['content'] = [];
  for (const approval of approvals) {
    const approved = await isAllowed(turn, approval);
    if (approved) await approval.call.start();
    content.push({
      type: 'tool-approval-response',
      approvalId: approval.approvalId,
      approved,
      ...(approved ? {} : { reason: 'The user did not allow this call.' }),
    });
  }
  return { role: 'tool', content };
}

const alwaysKey = 'ai-sdk-always-allowed';

async function isAllowed({ session, requestPermission }: Turn, { toolName, call }: Approval): Promise<boolean> {
  const always = (session.memory.get(alwaysKey) as Set<string> | undefined) ?? new Set<string>();
  session.memory.set(alwaysKey, always);
  if (always.has(toolName)) return true;
  const chosen = await requestPermission({ title: `Allow ${call.title}?`, subject: call });
  if (chosen?.kind === 'allow_always') always.add(toolName);
  return chosen !== undefined;
}

function sum(before: Usage | undefined, usage: LanguageModelUsage): Usage {
  const { inputTokens = 0, outputTokens = 0, totalTokens = inputTokens + outputTokens } = usage;
  const { cacheReadTokens, cacheWriteTokens } = usage.inputTokenDetails;
  const thought = usage.outputTokenDetails.reasoningTokens;
  const added = (key: keyof Usage, more: number | undefined): object =>
    more === undefined && before?.[key] === undefined ? {} : { [key]: Number(before?.[key] ?? 0) + (more ?? 0) };
  return {
    totalTokens: (before?.totalTokens ?? 0) + totalTokens,
    inputTokens: (before?.inputTokens ?? 0) + inputTokens,
    outputTokens: (before?.outputTokens ?? 0) + outputTokens,
    ...added('thoughtTokens', thought),
    ...added('cachedReadTokens', cacheReadTokens),
    ...added('cachedWriteTokens', cacheWriteTokens),
  };
}
