/** The answer to `initialize`, which goes back with the POST that asked for it. */
import type { Clock } from '@acp-stack/rpc';

import { isResponse } from '../../wire/stream-scope.ts';

/** What the program answered. */
export interface InitializeAnswer {
  readonly text: string;
  /** Whether it is an error. */
  readonly isRefusal: boolean;
}

export class InitializeResponse {
  #id: unknown;
  #resolve: ((answer: InitializeAnswer | undefined) => void) | undefined;

  /** Waits for the answer to the request `id`; undefined when none comes within `timeout` milliseconds, or ever. */
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

  /** Whether `message` is what is waited for. */
  isFor(message: unknown): boolean {
    return this.#resolve !== undefined && isResponse(message) && message.id === this.#id;
  }

  settle(answer: InitializeAnswer): void {
    this.#resolve?.(answer);
    this.#resolve = undefined;
  }

  /** No answer will come. */
  giveUp(): void {
    this.#resolve?.(undefined);
    this.#resolve = undefined;
  }
}
