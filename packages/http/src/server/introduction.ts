/** The answer to `initialize`, which goes back with the POST that asked for it. */
import type { Clock } from '@acp-stack/rpc';

import { isAnswer } from '../wire/scope.ts';

/** What the program answered. */
export interface IntroductionAnswer {
  readonly text: string;
  /** Whether it is an error. */
  readonly isRefusal: boolean;
}

export class Introduction {
  #id: unknown;
  #resolve: ((answer: IntroductionAnswer | undefined) => void) | undefined;

  /** Waits for the answer to the request `id`; undefined when none comes within `timeout` milliseconds, or ever. */
  wait(id: unknown, clock: Clock, timeout: number): Promise<IntroductionAnswer | undefined> {
    const answer = new Promise<IntroductionAnswer | undefined>((resolve) => {
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
    return this.#resolve !== undefined && isAnswer(message) && message.id === this.#id;
  }

  settle(answer: IntroductionAnswer): void {
    this.#resolve?.(answer);
    this.#resolve = undefined;
  }

  /** No answer will come. */
  giveUp(): void {
    this.#resolve?.(undefined);
    this.#resolve = undefined;
  }
}
