/**
 * Tells when the prompts of a session of version 2 are over.
 *
 * The answer to a prompt says which message it became; it is over with the first idle state after that message
 * (LIFE-09).
 */
import type { IdleStateUpdate, SessionUpdate } from '@acp-stack/schema/v2/unstable';

import type { TurnEnd } from '../scripted-user.ts';

type Idle = IdleStateUpdate & { readonly sessionUpdate: 'state_update'; readonly state: 'idle' };

export class TurnEnds {
  /** The messages of the user that are not over. */
  readonly #open = new Set<string>();
  readonly #ends = new Map<string, TurnEnd>();
  readonly #waiting = new Map<string, (end: TurnEnd) => void>();

  see(update: SessionUpdate): void {
    if (update.sessionUpdate === 'user_message' || update.sessionUpdate === 'user_message_chunk') {
      this.#open.add(update.messageId);
    }
    if (update.sessionUpdate !== 'state_update' || update.state !== 'idle') return;
    const end = endOf(update);
    for (const messageId of this.#open) {
      this.#ends.set(messageId, end);
      this.#waiting.get(messageId)?.(end);
    }
    this.#open.clear();
  }

  /** Resolves when the work on a message has ended. */
  of(messageId: string): Promise<TurnEnd> {
    const end = this.#ends.get(messageId);
    return end === undefined ? new Promise((resolve) => this.#waiting.set(messageId, resolve)) : Promise.resolve(end);
  }
}

function endOf({ stopReason, usage, ...others }: Idle): TurnEnd {
  if (stopReason === 'error') return { error: (others as { readonly error: { readonly code: number } }).error.code };
  return { stop: stopReason ?? 'none', ...(usage === undefined || usage === null ? {} : { usage }) };
}
