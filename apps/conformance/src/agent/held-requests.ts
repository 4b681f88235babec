/**
 * Requests of the agent that a scenario answers when it wants to.
 *
 * At the end of the scenario the requests that are left get an error, and later ones are refused as unknown methods.
 */
import type { Conversation, Outcome } from '../conversation/conversation.ts';
import { Unreachable } from '../conversation/failure.ts';
import type { Fields } from '../conversation/message.ts';
import type { StartedPrompt } from './prompt-run.ts';

/** A request that waits for its response. */
export interface HeldRequest {
  readonly id: unknown;
  readonly params: Fields;
  /** Sends the response; the first one counts. */
  readonly respond: (outcome: Outcome) => void;
}

export class HeldRequests {
  readonly all: HeldRequest[] = [];
  readonly #conversation: Conversation;
  readonly #method: string;

  constructor(conversation: Conversation, method: string) {
    this.#conversation = conversation;
    this.#method = method;
    conversation.answer(
      method,
      (params, { id }) => new Promise((resolve) => void this.all.push({ id, params, respond: resolve })),
    );
  }

  /** Waits for the request with this number, from 0; fails when the work ends without it. */
  async next(work: Pick<StartedPrompt, 'isOver'>, number = 0): Promise<HeldRequest> {
    const found = await this.#conversation.until(
      () => this.all.at(number) ?? (work.isOver() && ('none' as const)),
      `${this.#method} was not sent`,
    );
    if (found === 'none') throw new Unreachable(`The agent ended its work without sending ${this.#method}.`);
    return found;
  }

  /** Refuses what is left, and what comes later. */
  release(): void {
    const gone = { error: { code: -32_601, message: `Method not found: ${this.#method}` } };
    this.#conversation.answer(this.#method, () => gone);
    for (const { respond } of this.all) respond(gone);
  }
}
