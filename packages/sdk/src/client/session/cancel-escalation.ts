/**
 * Cancels the work of a session, step by step: notifies the agent, dismisses requests for permission, marks unfinished
 * tool calls, waits for the agent to report the end, and gives up waiting after a grace period.
 *
 * Prompts that are sent after the cancel are not affected.
 */
import type { Clock } from '@acp-stack/rpc';

import type { ActivePrompt } from './prompt-run.ts';

/** How long an agent may take to end cancelled work, in milliseconds. */
export const defaultCancelGrace = 10_000;

/** What the steps do in the session. */
export interface CancelSteps {
  readonly clock: Clock;
  notifyAgent(): void;
  dismissPermissions(): void;
  markToolCalls(): void;
}

export class CancelEscalation {
  readonly #steps: CancelSteps;
  /** The cancelled prompts that are not over, each with the function that stops its timer. */
  readonly #waiting = new Map<ActivePrompt, () => void>();
  #deadline: number | undefined;

  constructor(steps: CancelSteps) {
    this.#steps = steps;
  }

  /**
   * Whether the agent was notified and may still be ending the work; requests for permission are dismissed meanwhile.
   */
  get isCancelling(): boolean {
    return this.#deadline !== undefined && this.#steps.clock.now() < this.#deadline;
  }

  /** Takes all steps now; prompts that are not over after `grace` milliseconds are abandoned. */
  start(prompts: Iterable<ActivePrompt>, grace: number): void {
    const { clock } = this.#steps;
    this.#deadline = clock.now() + grace;
    this.#steps.notifyAgent();
    this.#steps.dismissPermissions();
    this.#steps.markToolCalls();
    for (const prompt of prompts) {
      // A second cancel notifies the agent again, but does not extend the grace period.
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

  /** The cancelled work has ended, or a new prompt is sent. */
  settle(): void {
    this.#deadline = undefined;
  }
}
