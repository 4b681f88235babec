/** What a client shows as soon as it has cancelled the work of a session (CANCEL-02, CANCEL-10). */
import { foldToolCall } from './fold.ts';
import { backgroundWork, terminalsOf, unfinishedToolCalls } from '../state/selectors.ts';
import type { Transcript } from '../state/transcript.ts';

/** Marks every unfinished tool call as cancelled, except background work. Later updates of the agent still apply. */
export function cancelUnfinished(transcript: Transcript): Transcript {
  const background = backgroundWork(transcript) ?? [];
  const calls = new Set(background.map((work) => (work.type === 'tool_call' ? work.toolCallId : undefined)));
  const terminals = new Set(background.map((work) => (work.type === 'terminal' ? work.terminalId : undefined)));
  return unfinishedToolCalls(transcript)
    .filter((call) => !calls.has(call.toolCallId))
    .filter((call) => !terminalsOf(transcript, call).some(({ id }) => terminals.has(id)))
    .reduce((before, { toolCallId }) => foldToolCall(before, { toolCallId, status: 'cancelled' }), transcript);
}
