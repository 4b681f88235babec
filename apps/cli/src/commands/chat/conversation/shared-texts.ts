/**
 * What goes to the agent with the next message, such as the output of a command of the user; it goes with one message
 * only.
 */
import type { Prompt, SharedText } from './prompt.ts';

export class SharedTexts {
  #texts: readonly SharedText[] = [];

  add(text: SharedText): void {
    this.#texts = [...this.#texts, text];
  }

  clear(): void {
    this.#texts = [];
  }

  /** The prompt with the texts; a command is sent without, and leaves them for the next message. */
  addTo(prompt: Prompt): Prompt {
    if (prompt.text.startsWith('/')) return prompt;
    const shared = [...this.#texts, ...(prompt.shared ?? [])];
    this.clear();
    return shared.length === 0 ? prompt : { ...prompt, shared };
  }
}
