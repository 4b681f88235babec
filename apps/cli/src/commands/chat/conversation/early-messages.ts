/** The messages that are sent before the conversation begins: they wait for it, in order. */
import type { PendingMessage } from './pending-messages.ts';
import type { Prompt } from './prompt.ts';

export class EarlyMessages {
  #all: readonly PendingMessage[] = [];

  get all(): readonly PendingMessage[] {
    return this.#all;
  }

  add(message: PendingMessage): void {
    this.#all = [...this.#all, message];
  }

  /** Removes and returns the last one. */
  takeLast(): Prompt | undefined {
    const last = this.#all.at(-1);
    this.#all = this.#all.slice(0, -1);
    return last?.prompt;
  }

  /** Removes and returns all of them. */
  takeAll(): readonly PendingMessage[] {
    const all = this.#all;
    this.#all = [];
    return all;
  }
}
