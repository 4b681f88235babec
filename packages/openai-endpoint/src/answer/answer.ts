/** The work of an agent on one prompt, as text: what it says, what it thinks, and how it ended. */
import type { PromptOutcome, PromptRun, SessionUpdate, Usage } from '@acp-stack/sdk';
import { AddedContent, emptyTranscript, findEntry, fold, isFinished, blockText } from '@acp-stack/transcript';

import { agentError, OpenaiError } from '../errors/openai-error.ts';

/** A piece of an answer. */
export interface AnswerPiece {
  readonly kind: 'text' | 'thought';
  readonly text: string;
}

/** How an answer ended. */
export interface AnswerEnd {
  readonly reason: 'stop' | 'length' | 'content_filter';
  readonly usage: Usage | undefined;
}

/**
 * Yields the answer as it comes, and returns how it ended; throws an `OpenaiError` if it failed.
 *
 * The agent does not wait for a client that reads slowly, because it works for others too. If a part of the answer is
 * lost for that reason, it fails, and `cancel` is called.
 */
export async function* answerOf(run: PromptRun, cancel: () => void): AsyncGenerator<AnswerPiece, AnswerEnd, undefined> {
  const writer = new PieceWriter();
  try {
    for await (const update of run) {
      if (run.missed > 0) {
        cancel();
        throw new OpenaiError(500, 'The answer was read too slowly, and a part of it is lost; ask again.', {
          code: 'read_too_slowly',
        });
      }
      yield* writer.piecesOf(update);
    }
    return endOf(await run);
  } catch (error) {
    throw agentError(error);
  }
}

/** What updates add to an answer. */
class PieceWriter {
  readonly #added = new AddedContent();
  #transcript = emptyTranscript();
  /** The tool calls that were told. */
  readonly #told = new Set<string>();

  piecesOf(update: SessionUpdate): readonly AnswerPiece[] {
    const addition = this.#added.of(update);
    if (addition !== undefined) {
      const kind = addition.type === 'agent_thought' ? 'thought' : 'text';
      return addition.blocks.flatMap((block) => {
        const text = blockText(block);
        return text === undefined ? [] : [{ kind, text }];
      });
    }
    this.#transcript = fold(this.#transcript, update);
    return 'toolCallId' in update && typeof update.toolCallId === 'string' ? this.#finished(update.toolCallId) : [];
  }

  /** A client would try to run a tool call itself, so the work of the agent is told as a thought. */
  #finished(toolCallId: string): readonly AnswerPiece[] {
    const call = findEntry(this.#transcript, 'tool_call', toolCallId);
    if (call === undefined || !isFinished(call) || this.#told.has(toolCallId)) return [];
    this.#told.add(toolCallId);
    return [{ kind: 'thought', text: `\n[${call.title ?? call.name ?? call.kind}: ${call.status}]\n` }];
  }
}

const reasons: Readonly<Record<string, AnswerEnd['reason']>> = {
  end_turn: 'stop',
  cancelled: 'stop',
  max_tokens: 'length',
  max_turn_requests: 'length',
  refusal: 'content_filter',
};

function endOf({ kind, stopReason = 'end_turn', usage, error }: PromptOutcome): AnswerEnd {
  if (stopReason === 'error' || error !== undefined)
    throw new OpenaiError(500, `The agent failed: ${error?.message ?? 'it gives no reason'}`, { code: 'agent_failed' });
  if (kind === 'unknown')
    throw new OpenaiError(500, 'The agent did not say how its work ended.', { code: 'agent_failed' });
  return { reason: reasons[stopReason] ?? 'stop', usage };
}
