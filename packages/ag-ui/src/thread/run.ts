/** One run: reads the turn of a thread until it ends, or until the agent asks something. */
import { EventType, PROTOCOL_VERSION, type Event, type RunAgentInput, type TokenUsage } from '@ag-ui/core';
import { describeError, type PromptOutcome, type Usage } from '@acp-stack/sdk';

import type { Turn } from '../turn/turn.ts';
import type { Thread } from './thread.ts';

type Ids = Pick<RunAgentInput, 'threadId' | 'runId'>;

/** The event that begins a run. */
export const runStarted = ({ threadId, runId }: Ids): Event => ({
  type: EventType.RUN_STARTED,
  threadId,
  runId,
  protocolVersion: PROTOCOL_VERSION,
});

/** The event that ends a run which failed. */
export const runError = (message: string, code: string): Event => ({ type: EventType.RUN_ERROR, message, code });

/** The events of a run after its start. */
export async function* runEvents(thread: Thread, turn: Turn, ids: Ids): AsyncGenerator<Event, void, undefined> {
  const { writer } = turn;
  for (;;) {
    const interrupts = turn.questions.map(({ interrupt }) => interrupt);
    // Several questions at once are one interrupt.
    if (interrupts.length > 0 && !turn.hasUnread) {
      yield* writer.endRun();
      yield { type: EventType.RUN_FINISHED, ...idsOf(ids), outcome: { type: 'interrupt', interrupts } };
      return;
    }
    const event = await turn.next();
    if (event.kind === 'question') continue;
    if (event.kind === 'update') {
      yield* writer.eventsOf(event.update);
    } else {
      thread.turn = undefined;
      yield* writer.endTurn();
      yield event.kind === 'end'
        ? runFinished(ids, event.outcome)
        : runError(describeError(event.error), 'agent_failed');
      return;
    }
  }
}

const idsOf = ({ threadId, runId }: Ids): Ids => ({ threadId, runId });

function runFinished(ids: Ids, { kind, stopReason, usage, error }: PromptOutcome): Event {
  const counted = usage === undefined ? {} : { usage: [tokenUsage(usage)] };
  if (kind === 'unknown') return { ...runError('The agent did not say how its work ended.', 'unknown'), ...counted };
  if (stopReason === 'error' || error !== undefined)
    return { ...runError(`The agent failed: ${error?.message ?? 'it gives no reason'}`, 'agent_failed'), ...counted };
  const outcome = stopReason === 'cancelled' ? { type: 'cancelled' as const } : { type: 'success' as const };
  return {
    type: EventType.RUN_FINISHED,
    ...idsOf(ids),
    outcome,
    result: { stopReason: stopReason ?? 'end_turn' },
    ...counted,
  };
}

function tokenUsage(usage: Usage): TokenUsage {
  const { inputTokens, outputTokens, totalTokens, thoughtTokens, cachedReadTokens, cachedWriteTokens } = usage;
  return {
    inputTokens,
    outputTokens,
    totalTokens,
    ...(typeof thoughtTokens === 'number' ? { reasoningTokens: thoughtTokens } : {}),
    ...(typeof cachedReadTokens === 'number' ? { cachedInputTokens: cachedReadTokens } : {}),
    ...(typeof cachedWriteTokens === 'number' ? { cacheWriteInputTokens: cachedWriteTokens } : {}),
  };
}
