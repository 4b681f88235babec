/**
 * Requests of the agent that a scenario answers when it wants to.
 *
 * At the end of the scenario the requests that are left are settled, and later ones are answered at once.
 */
import type { Answer, Conversation, Outcome } from '../conversation/conversation.ts';
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

/** How requests are answered when the scenario is over. */
export interface AfterHolding {
  /** For those that it has left without a response. */
  readonly left: Outcome;
  /** For later ones. */
  readonly later: Answer;
}

export class HeldRequests {
  readonly all: HeldRequest[] = [];
  readonly #conversation: Conversation;
  readonly #method: string;
  readonly #after: AfterHolding;

  /** Without `after` the method is refused as an unknown one when the scenario is over. */
  constructor(conversation: Conversation, method: string, after: AfterHolding = asUnknown(method)) {
    this.#conversation = conversation;
    this.#method = method;
    this.#after = after;
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

  /** Settles what is left, and answers what comes later. */
  release(): void {
    this.#conversation.answer(this.#method, this.#after.later);
    for (const { respond } of this.all) respond(this.#after.left);
  }
}

function asUnknown(method: string): AfterHolding {
  const left = { error: { code: -32_601, message: `Method not found: ${method}` } };
  return { left, later: () => left };
}
