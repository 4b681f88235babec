/** The work of an agent on one prompt, as text: what it says, what it thinks, and how it ended. */
import type { PromptOutcome, PromptRun, Usage } from '@acp-stack/sdk';
import { AddedText, isFinished, TranscriptStore, type Change, type Transcript } from '@acp-stack/transcript';

import { agentError, OpenaiError } from '../errors/openai-error.ts';

/** A piece of an answer. */
export interface Piece {
  readonly kind: 'text' | 'thought';
  readonly text: string;
}

/** How an answer ended. */
export interface End {
  readonly reason: 'stop' | 'length' | 'content_filter';
  readonly usage: Usage | undefined;
}

/** Yields the answer as it comes, and returns how it ended; throws an `OpenaiError` if it failed. */
export async function* answerOf(run: PromptRun): AsyncGenerator<Piece, End, undefined> {
  const pieces: Piece[] = [];
  const store = new TranscriptStore();
  const writer = new PieceWriter();
  store.subscribe((changes, transcript) => {
    for (const change of changes) pieces.push(...writer.piecesOf(change, transcript));
  });
  try {
    for await (const update of run) {
      store.apply(update);
      yield* pieces.splice(0);
    }
    return endOf(await run);
  } catch (error) {
    throw agentError(error);
  }
}

/** What a change of the transcript adds to an answer. */
class PieceWriter {
  readonly #added = new AddedText();
  readonly #shown = new Set<string>();

  piecesOf(change: Change, transcript: Transcript): readonly Piece[] {
    const addition = this.#added.of(change, transcript);
    if (addition !== undefined)
      return [{ kind: addition.entry.type === 'agent_thought' ? 'thought' : 'text', text: addition.text }];
    if (change.kind !== 'entry-added' && change.kind !== 'entry-changed') return [];
    const entry = transcript.entries.get(change.id);
    if (entry?.type !== 'tool_call' || !isFinished(entry) || this.#shown.has(entry.id)) return [];
    this.#shown.add(entry.id);
    // A client would try to run a tool call itself, so the work of the agent is told as a thought.
    return [{ kind: 'thought', text: `\n[${entry.title ?? entry.name ?? entry.kind}: ${entry.status}]\n` }];
  }
}

const reasons: Readonly<Record<string, End['reason']>> = {
  end_turn: 'stop',
  cancelled: 'stop',
  max_tokens: 'length',
  max_turn_requests: 'length',
  refusal: 'content_filter',
};

function endOf({ kind, stopReason = 'end_turn', usage, error }: PromptOutcome): End {
  if (stopReason === 'error' || error !== undefined)
    throw new OpenaiError(500, `The agent failed: ${error?.message ?? 'it gives no reason'}`, { code: 'agent_failed' });
  if (kind === 'unknown')
    throw new OpenaiError(500, 'The agent did not say how its work ended.', { code: 'agent_failed' });
  return { reason: reasons[stopReason] ?? 'stop', usage };
}
