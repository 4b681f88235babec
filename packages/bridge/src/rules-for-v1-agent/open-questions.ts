/**
 * What the agent asks the user in one session and waits for.
 *
 * While the work of a prompt waits, the session says so. A client of version 1 answers its open permission requests when it cancels
 * (CANCEL-03); one of version 2 waits to be told which ones are meant (CANCEL-11), so they are settled here towards both.
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
  /** Each permission request with what is to be done when it is settled. */
  readonly #permissions = new Map<PermissionExchange, () => void>();

  constructor(context: RuleContext<V2, V1>, prompts: Prompts) {
    this.#context = context;
    this.#prompts = prompts;
  }

  /** A permission is asked for; the answer is called when it was given. */
  permission(exchange: PermissionExchange): () => void {
    const unblock = this.#prompts.block();
    this.#permissions.set(exchange, unblock);
    return () => {
      this.#permissions.delete(exchange);
      unblock();
    };
  }

  /** Something else is asked; the answer is called when it was answered. */
  other(): () => void {
    return this.#prompts.block();
  }

  /** Nobody gets a permission any more. */
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
