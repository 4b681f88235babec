/**
 * What cancelling the work of a session takes, step by step: tell the agent, answer what waits for the user, mark
 * what has not finished, give the agent time to say how it ended, and then stop waiting for it.
 *
 * Prompts that are sent after the cancel are none of its business.
 */
import type { Clock } from '@acp-stack/rpc';

import type { ActivePrompt } from './prompt-run.ts';

/** How long an agent may take to end cancelled work, in milliseconds. */
export const defaultCancelGrace = 10_000;

/** What the steps do; the session knows how. */
export interface CancelSteps {
  readonly clock: Clock;
  tellAgent(): void;
  answerPermissions(): void;
  markToolCalls(): void;
}

export class CancelEscalation {
  readonly #steps: CancelSteps;
  /** The cancelled prompts that are not over, each with how to stop its alarm. */
  readonly #waiting = new Map<ActivePrompt, () => void>();
  #deadline: number | undefined;

  constructor(steps: CancelSteps) {
    this.#steps = steps;
  }

  /**
   * Whether the agent was told and may still be about to end the work: what it asks the user meanwhile is asked in
   * vain.
   */
  get isCancelling(): boolean {
    return this.#deadline !== undefined && this.#steps.clock.now() < this.#deadline;
  }

  /** Takes all steps now; those of `prompts` that are not over after `grace` milliseconds are given up. */
  start(prompts: Iterable<ActivePrompt>, grace: number): void {
    const { clock } = this.#steps;
    this.#deadline = clock.now() + grace;
    this.#steps.tellAgent();
    this.#steps.answerPermissions();
    this.#steps.markToolCalls();
    for (const prompt of prompts) {
      // A second cancel tells the agent again, but gives it no more time.
      if (this.#waiting.has(prompt)) continue;
      const stop = clock.schedule(grace, () => {
        prompt.abandon();
      });
      this.#waiting.set(prompt, stop);
    }
  }

  /** `prompt` is over. */
  release(prompt: ActivePrompt): void {
    this.#waiting.get(prompt)?.();
    this.#waiting.delete(prompt);
  }

  /** The cancelled work has ended, or other work is wanted now. */
  settle(): void {
    this.#deadline = undefined;
  }
}
