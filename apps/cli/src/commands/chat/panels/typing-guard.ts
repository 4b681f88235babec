/**
 * Keeps a question that appears while the user types from being answered by accident.
 *
 * The first key that is not typing shows that the question was noticed; from then on every key goes to it.
 */
import type { Key } from '../../../tui/key.ts';
import type { Panel } from '../../../tui/panel.ts';

const typingKeys: ReadonlySet<string> = new Set(['text', 'paste', 'enter', 'backspace']);

export class TypingGuard {
  #current: Panel | undefined;
  #guarded: Panel | undefined;

  /** Updates the visible question; it is guarded if it appears while the user types. */
  update(current: Panel | undefined, { isTyping }: { readonly isTyping: boolean }): void {
    if (current === this.#current) return;
    this.#current = current;
    this.#guarded = isTyping && current?.isUnexpected !== false ? current : undefined;
  }

  isGuarding(current: Panel | undefined): boolean {
    return this.#guarded !== undefined && this.#guarded === current;
  }

  /** Whether the key goes to `panel`. */
  passes(panel: Panel, key: Key): boolean {
    if (panel !== this.#guarded) return true;
    const isTyping = typingKeys.has(key.name);
    if (!isTyping) this.#guarded = undefined;
    return !isTyping && key.name !== 'tab';
  }
}
