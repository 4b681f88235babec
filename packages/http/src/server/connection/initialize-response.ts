/** The response to `initialize`, which is sent as the response of its POST. */
import type { Clock } from '@acp-stack/rpc';

import { isResponse } from '../../wire/stream-scope.ts';

/** The response of the app. */
export interface InitializeReply {
  readonly text: string;
  /** Whether it is an error. */
  readonly isRefusal: boolean;
}

export class InitializeResponse {
  #id: unknown;
  #resolve: ((reply: InitializeReply | undefined) => void) | undefined;

  /**
   * Waits for the response to the request `id`; resolves with undefined after `timeout` milliseconds, or if the
   * connection ends.
   */
  wait(id: unknown, clock: Clock, timeout: number): Promise<InitializeReply | undefined> {
    const reply = new Promise<InitializeReply | undefined>((resolve) => {
      this.#id = id;
      this.#resolve = resolve;
    });
    const stop = clock.schedule(timeout, () => {
      this.giveUp();
    });
    return reply.finally(stop);
  }

  /** Whether `message` is that response. */
  isFor(message: unknown): boolean {
    return this.#resolve !== undefined && isResponse(message) && message.id === this.#id;
  }

  settle(reply: InitializeReply): void {
    this.#resolve?.(reply);
    this.#resolve = undefined;
  }

  /** There will be no response. */
  giveUp(): void {
    this.#resolve?.(undefined);
    this.#resolve = undefined;
  }
}
