/**
 * The open requests of the agent to the user in one session.
 *
 * While a prompt waits for the user, the session reports that. A client of version 1 answers its open permission
 * requests when it cancels (CANCEL-03); a client of version 2 waits for a cancellation of each request (CANCEL-11). So
 * they are settled here, towards both sides.
 */
import type * as v1 from '@acp-stack/schema/v1/unstable';

import type { Exchange } from '../translate/exchange.ts';
import type { RuleContext } from '../translate/rule-context.ts';
import type { V1, V2 } from '../protocol/methods.ts';
import type { Prompts } from './prompts.ts';

export type PermissionExchange = Exchange<v1.RequestPermissionResponse, V2>;

/** Never an approval. */
export const cancelledOutcome: v1.RequestPermissionResponse = { outcome: { outcome: 'cancelled' } };

export class OpenQuestions {
  readonly #context: RuleContext<V2, V1>;
  readonly #prompts: Prompts;
  /** Each permission request, with what to do when it is settled. */
  readonly #permissions = new Map<PermissionExchange, () => void>();

  constructor(context: RuleContext<V2, V1>, prompts: Prompts) {
    this.#context = context;
    this.#prompts = prompts;
  }

  /** Notes a permission request. Returns the function to call when it is answered. */
  permission(exchange: PermissionExchange): () => void {
    const unblock = this.#prompts.block();
    this.#permissions.set(exchange, unblock);
    return () => {
      this.#permissions.delete(exchange);
      unblock();
    };
  }

  /** Notes any other request. Returns the function to call when it is answered. */
  other(): () => void {
    return this.#prompts.block();
  }

  /** Settles all permission requests as cancelled. */
  cancel(): void {
    const open = [...this.#permissions];
    this.#permissions.clear();
    for (const [exchange, unblock] of open) {
      exchange.answer(cancelledOutcome);
      const requestId = exchange.forwardedAs;
      if (requestId !== undefined && requestId !== null) this.#context.notifyClient('$/cancel_request', { requestId });
      unblock();
    }
  }
}
