/** The response to `initialize`, which is sent as the response of its POST. */
import type { Clock } from '@acp-stack/rpc';

import { isResponse } from '../../wire/stream-scope.ts';

/** The response of the app. */
export interface InitializeAnswer {
  readonly text: string;
  /** Whether it is an error. */
  readonly isRefusal: boolean;
}

export class InitializeResponse {
  #id: unknown;
  #resolve: ((answer: InitializeAnswer | undefined) => void) | undefined;

  /**
   * Waits for the response to the request `id`; resolves with undefined after `timeout` milliseconds, or if the
   * connection ends.
   */
  wait(id: unknown, clock: Clock, timeout: number): Promise<InitializeAnswer | undefined> {
    const answer = new Promise<InitializeAnswer | undefined>((resolve) => {
      this.#id = id;
      this.#resolve = resolve;
    });
    const stop = clock.schedule(timeout, () => {
      this.giveUp();
    });
    return answer.finally(stop);
  }

  /** Whether `message` is that response. */
  isFor(message: unknown): boolean {
    return this.#resolve !== undefined && isResponse(message) && message.id === this.#id;
  }

  settle(answer: InitializeAnswer): void {
    this.#resolve?.(answer);
    this.#resolve = undefined;
  }

  /** There will be no response. */
  giveUp(): void {
    this.#resolve?.(undefined);
    this.#resolve = undefined;
  }
}
