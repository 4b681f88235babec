/** The decisions about permission requests of a session, by the tool calls that they were about. */
import type { PermissionDecision } from '@acp-stack/workspace/client';

/** The oldest are dropped. */
const maxAnswers = 1000;

export class PermissionAnswers {
  readonly #answers = new Map<string, PermissionDecision>();

  /** Keeps a decision; one that is not about a tool call, or that was withdrawn, is ignored. */
  add(decision: PermissionDecision): void {
    const { toolCallId } = decision.question;
    if (toolCallId === undefined || decision.by === 'none') return;
    this.#answers.delete(toolCallId);
    this.#answers.set(toolCallId, decision);
    for (const oldest of this.#answers.keys()) {
      if (this.#answers.size <= maxAnswers) return;
      this.#answers.delete(oldest);
    }
  }

  /** The last decision about a tool call. */
  get(toolCallId: string): PermissionDecision | undefined {
    return this.#answers.get(toolCallId);
  }

  clear(): void {
    this.#answers.clear();
  }
}

/** Whether it was rejected, or not answered; an option of an unknown kind does not reject. */
export const isRejected = ({ option }: PermissionDecision): boolean =>
  option === undefined || option.kind.startsWith('reject');

/** What was decided, such as “you rejected it”. */
export function answerWords({ option, by }: PermissionDecision): string {
  if (option === undefined) return 'you closed the question';
  const isAllowed = option.kind.startsWith('allow');
  const isKnown = isAllowed || option.kind.startsWith('reject');
  if (by === 'memory') return `${isAllowed ? 'allowed' : 'rejected'} as remembered`;
  if (by === 'policy') return `${isAllowed ? 'allowed' : 'rejected'} by the policy`;
  return isKnown ? `you ${isAllowed ? 'allowed' : 'rejected'} it` : `you chose “${option.name}”`;
}
