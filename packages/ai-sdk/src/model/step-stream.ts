/**
 * One step of a turn as a stream of the AI SDK: from what happens now until the end, or until the agent calls a tool of
 * the program.
 */
import type { LanguageModelV3StreamPart, SharedV3ProviderMetadata, SharedV3Warning } from '@ai-sdk/provider';
import type { PromptOutcome, SessionUpdate } from '@acp-stack/sdk';

import type { RunningTurn, TurnEvent } from '../session/turn.ts';
import { finishReasonOf, usageOf } from '../stream/finish.ts';

type Part = LanguageModelV3StreamPart;

export interface StepOptions {
  readonly warnings: readonly SharedV3Warning[];
  /** Whether every update is in the stream as it is. */
  readonly includesRaw: boolean;
  readonly signal: AbortSignal | undefined;
  /** Called when the step ends with a call of a tool of the program. */
  readonly onSuspended: (toolCallId: string) => void;
}

/** Streams the next step of `turn`. Aborting and leaving the stream both cancel the work of the agent. */
export function stepStream(turn: RunningTurn, options: StepOptions): ReadableStream<Part> {
  const { warnings, includesRaw, signal, onSuspended } = options;
  let unbind: (() => void) | undefined;
  let isDone = false;

  const partsOf = (update: SessionUpdate): readonly Part[] => [
    ...(includesRaw ? [{ type: 'raw' as const, rawValue: update }] : []),
    ...turn.writer.write(update),
  ];

  return new ReadableStream<Part>({
    start: (controller) => {
      controller.enqueue({ type: 'stream-start', warnings: [...warnings] });
      controller.enqueue({ type: 'response-metadata', id: turn.session.id, timestamp: new Date() });
      const abort = (): void => {
        isDone = true;
        turn.cancel();
        controller.error(signal?.reason);
      };
      if (signal?.aborted === true) abort();
      signal?.addEventListener('abort', abort, { once: true });
      unbind = () => signal?.removeEventListener('abort', abort);
    },
    pull: async (controller) => {
      for (let parts: readonly Part[] = []; parts.length === 0;) {
        const event = await turn.next();
        // oxlint-disable-next-line typescript/no-unnecessary-condition -- aborted while it waited
        if (isDone) return;
        if (event.kind === 'update') parts = partsOf(event.update);
        else {
          isDone = true;
          unbind?.();
          if (event.kind === 'call') {
            turn.suspend(event.call);
            onSuspended(event.call.toolCallId);
          }
          parts = lastParts(turn, event);
        }
        for (const part of parts) controller.enqueue(part);
      }
      if (isDone) controller.close();
    },
    cancel: () => {
      isDone = true;
      unbind?.();
      turn.cancel();
    },
  });
}

type LastEvent = Exclude<TurnEvent, { readonly kind: 'update' }>;

function lastParts(turn: RunningTurn, event: LastEvent): readonly Part[] {
  const providerMetadata = metadataOf(turn);
  if (event.kind === 'call') {
    const { toolCallId, toolName, input } = event.call;
    const words = JSON.stringify(input ?? {});
    return [
      ...turn.writer.endStep(),
      { type: 'tool-input-start', id: toolCallId, toolName },
      { type: 'tool-input-delta', id: toolCallId, delta: words },
      { type: 'tool-input-end', id: toolCallId },
      { type: 'tool-call', toolCallId, toolName, input: words },
      {
        type: 'finish',
        finishReason: { unified: 'tool-calls', raw: undefined },
        usage: usageOf(undefined),
        providerMetadata,
      },
    ];
  }
  if (event.kind === 'failed') {
    return [
      ...turn.writer.endTurn(),
      { type: 'error', error: event.error },
      {
        type: 'finish',
        finishReason: { unified: 'error', raw: undefined },
        usage: usageOf(undefined),
        providerMetadata,
      },
    ];
  }
  const { outcome } = event;
  return [
    ...turn.writer.endTurn(),
    ...(outcome.stopReason === 'error' ? [{ type: 'error' as const, error: failureOf(outcome) }] : []),
    { type: 'finish', finishReason: finishReasonOf(outcome), usage: usageOf(outcome.usage), providerMetadata },
  ];
}

const failureOf = ({ error }: PromptOutcome): Error =>
  new Error(`The agent failed: ${error?.message ?? 'it gave no reason'}`, { cause: error });

/** What the AI SDK has no field for: the session, how full its context is, and what was refused. */
function metadataOf({ session, refused }: RunningTurn): SharedV3ProviderMetadata {
  const { used, size } = session.usage ?? {};
  return {
    acp: {
      sessionId: session.id,
      ...(used === undefined || size === undefined ? {} : { context: { used, size } }),
      ...(refused.length === 0 ? {} : { refused: [...refused] }),
    },
  };
}
